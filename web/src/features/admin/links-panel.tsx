import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '@/shared/api/client';
import { usePagedList } from '@/shared/hooks/use-paged-list';
import { formatCount, formatDate } from '@/shared/lib/format';
import { Badge } from '@/shared/ui/badge';
import type { Column } from '@/shared/ui/data-table';
import { MenuItem } from '@/shared/ui/menu';
import { type AdminLink, linksQuery } from './admin.queries';
import { AdminList } from './admin-list';
import { menuColumn } from './row-menu';
import { type AdminAction, useAdminAction } from './use-admin-action';

const path = ({ id }: AdminLink) => ({ params: { path: { id } } });

const block = (link: AdminLink): AdminAction => ({
  title: `Block ${link.shortLink}?`,
  text: 'Visitors get a page with the status 451 instead of the destination. The workspace can’t undo it.',
  verb: 'Block link',
  done: `${link.shortLink} blocked`,
  run: () => api.POST('/admin/links/{id}/block', path(link)),
});

const unblock = (link: AdminLink): AdminAction => ({
  title: `Unblock ${link.shortLink}?`,
  text: 'The link leads to its destination again, unless a rule blocks that.',
  verb: 'Unblock link',
  tone: 'primary',
  done: `${link.shortLink} unblocked`,
  run: () => api.POST('/admin/links/{id}/unblock', path(link)),
});

const COLUMNS: readonly Column<AdminLink>[] = [
  {
    key: 'link',
    head: 'Link',
    cell: ({ shortLink, url, blocked, deleted }) => (
      <>
        <span className="flex flex-wrap items-center gap-2">
          <b className="ui-mono">{shortLink}</b>
          {blocked && <Badge tone="bad">Blocked</Badge>}
          {deleted && <Badge>Deleted</Badge>}
        </span>
        <span className="ui-small ui-muted ui-truncate block max-w-[420px]" title={url}>
          {url}
        </span>
      </>
    ),
  },
  { key: 'workspace', head: 'Workspace', cell: ({ workspaceName }) => workspaceName },
  { key: 'clicks', head: 'Clicks', numeric: true, cell: ({ clicks }) => formatCount(clicks) },
  { key: 'created', head: 'Created', cell: ({ createdAt }) => formatDate(createdAt) },
];

/** Finds links of all workspaces, and blocks them. */
export function LinksPanel() {
  const [search, setSearch] = useState('');
  const pages = usePagedList(search);
  const list = useQuery(linksQuery({ search, cursor: pages.cursor }));
  const [start, dialog] = useAdminAction();
  const actions = menuColumn<AdminLink>(
    ({ shortLink }) => shortLink,
    (link) =>
      link.blocked ? (
        <MenuItem onSelect={() => start(unblock(link))}>Unblock…</MenuItem>
      ) : (
        <MenuItem danger onSelect={() => start(block(link))}>
          Block…
        </MenuItem>
      ),
  );
  return (
    <>
      <AdminList
        noun="link"
        placeholder="Short URL, or part of the destination"
        search={search}
        onSearch={setSearch}
        list={list}
        pages={pages}
        columns={[...COLUMNS, actions]}
        empty="Enter a short URL or a part of a destination."
      />
      {dialog}
    </>
  );
}
