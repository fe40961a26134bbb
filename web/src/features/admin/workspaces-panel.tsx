import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { planLabel } from '@/entities/workspace/workspace.queries';
import { api } from '@/shared/api/client';
import { usePagedList } from '@/shared/hooks/use-paged-list';
import { formatCount, formatDate, plural } from '@/shared/lib/format';
import { Badge } from '@/shared/ui/badge';
import type { Column } from '@/shared/ui/data-table';
import { lazyPart } from '@/shared/ui/lazy-part';
import { MenuItem, MenuRule } from '@/shared/ui/menu';
import { type AdminWorkspace, workspacesQuery } from './admin.queries';
import { AdminList } from './admin-list';
import { menuColumn } from './row-menu';
import { type AdminAction, useAdminAction } from './use-admin-action';

const PlanDialog = lazyPart(() => import('@/widgets/plans/plan-dialog'), 'PlanDialog');

const path = ({ id }: AdminWorkspace) => ({ params: { path: { id } } });

const suspend = (workspace: AdminWorkspace): AdminAction => ({
  title: `Suspend ${workspace.name}?`,
  text: `Its ${plural(workspace.links, 'link')} return 410, and its ${plural(workspace.members, 'member')} lose access. Nothing is deleted; you can restore the workspace at any time.`,
  verb: 'Suspend workspace',
  done: `${workspace.name} suspended`,
  run: () => api.POST('/admin/workspaces/{id}/suspend', path(workspace)),
});

const restore = (workspace: AdminWorkspace): AdminAction => ({
  title: `Restore ${workspace.name}?`,
  text: 'Its links work again, and its members get access again.',
  verb: 'Restore workspace',
  tone: 'primary',
  done: `${workspace.name} restored`,
  run: () => api.POST('/admin/workspaces/{id}/restore', path(workspace)),
});

const COLUMNS: readonly Column<AdminWorkspace>[] = [
  {
    key: 'workspace',
    head: 'Workspace',
    cell: ({ name, owner, suspended, deletedAt }) => (
      <>
        <span className="flex flex-wrap items-center gap-2">
          <b>{name}</b>
          {suspended && <Badge tone="bad">Suspended</Badge>}
          {deletedAt && <Badge tone="bad">Deleted</Badge>}
        </span>
        <span className="ui-small ui-muted">{owner || 'no owner'}</span>
      </>
    ),
  },
  { key: 'plan', head: 'Plan', cell: ({ plan }) => planLabel(plan) },
  { key: 'links', head: 'Links', numeric: true, cell: ({ links }) => formatCount(links) },
  { key: 'members', head: 'Members', numeric: true, cell: ({ members }) => formatCount(members) },
  { key: 'domains', head: 'Domains', numeric: true, cell: ({ domains }) => formatCount(domains) },
  { key: 'created', head: 'Created', cell: ({ createdAt }) => formatDate(createdAt) },
];

/** All workspaces of the install. */
export function WorkspacesPanel() {
  const [search, setSearch] = useState('');
  const [planned, setPlanned] = useState<AdminWorkspace | null>(null);
  const pages = usePagedList(search);
  const list = useQuery(workspacesQuery({ search, cursor: pages.cursor }));
  const [start, dialog] = useAdminAction();
  const actions = menuColumn<AdminWorkspace>(
    ({ name }) => name,
    (workspace) => (
      <>
        <MenuItem onSelect={() => setPlanned(workspace)}>Set plan…</MenuItem>
        <MenuRule />
        {workspace.suspended ? (
          <MenuItem onSelect={() => start(restore(workspace))}>Restore…</MenuItem>
        ) : (
          <MenuItem danger onSelect={() => start(suspend(workspace))}>
            Suspend…
          </MenuItem>
        )}
      </>
    ),
  );
  return (
    <>
      <AdminList
        noun="workspace"
        placeholder="Name or owner’s email"
        search={search}
        onSearch={setSearch}
        list={list}
        pages={pages}
        columns={[...COLUMNS, actions]}
        empty="Each new user gets a workspace."
      />
      {dialog}
      {planned && <PlanDialog workspace={planned} onClose={() => setPlanned(null)} />}
    </>
  );
}
