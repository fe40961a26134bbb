import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminKey } from '@/entities/server/overview.queries';
import { api, body } from '@/shared/api/client';
import { messageOf } from '@/shared/api/errors';
import { formatAgo, formatCount, plural } from '@/shared/lib/format';
import { Badge } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import type { Column } from '@/shared/ui/data-table';
import { lazyPart } from '@/shared/ui/lazy-part';
import { MenuItem } from '@/shared/ui/menu';
import { toast } from '@/shared/ui/toast';
import { type Denylist, denylistsQuery } from './admin.queries';
import { AdminList } from './admin-list';
import { ExceptionsSection } from './exceptions-section';
import { menuColumn } from './row-menu';
import { type AdminAction, useAdminAction } from './use-admin-action';

const DenylistDialog = lazyPart(() => import('./denylist-dialog'), 'DenylistDialog');

const path = ({ id }: Denylist) => ({ params: { path: { id } } });

const remove = (list: Denylist): AdminAction => ({
  title: `Remove the deny-list ${list.name}?`,
  text: 'Links that only this list blocks work again.',
  verb: 'Remove list',
  done: `${list.name} removed`,
  run: () => api.DELETE('/admin/denylists/{id}', path(list)),
});

const pause = (list: Denylist): AdminAction => ({
  title: `Pause the deny-list ${list.name}?`,
  text: 'It is no longer updated. Links that only this list blocks work again.',
  verb: 'Pause list',
  done: `${list.name} paused`,
  run: () => api.PATCH('/admin/denylists/{id}', { ...path(list), body: { paused: true } }),
});

const resume = (list: Denylist): AdminAction => ({
  title: `Resume the deny-list ${list.name}?`,
  text: 'Links to its entries are blocked again.',
  verb: 'Resume list',
  tone: 'primary',
  done: `${list.name} resumed`,
  run: () => api.PATCH('/admin/denylists/{id}', { ...path(list), body: { paused: false } }),
});

const acceptShrink = (list: Denylist): AdminAction => ({
  title: `Accept the next copy of ${list.name}?`,
  text: `${list.error} The list is downloaded again, and the new copy replaces ${formatCount(list.entries)} entries.`,
  verb: 'Accept copy',
  done: `${list.name} updated`,
  run: () => api.POST('/admin/denylists/{id}/update', { ...path(list), body: { acceptShrink: true } }),
});

/** Whether the last update failed because the list lost most of its entries. */
const hasShrunk = ({ error }: Denylist) => error.startsWith('The list shrank');

const COLUMNS: readonly Column<Denylist>[] = [
  {
    key: 'name',
    head: 'List',
    cell: ({ name, url, paused, error }) => (
      <>
        <span className="flex flex-wrap items-center gap-2">
          <b>{name}</b>
          {paused && <Badge>Paused</Badge>}
          {error && <Badge tone="bad">Not updated</Badge>}
        </span>
        <span className="ui-small ui-muted ui-truncate block max-w-[420px]" title={url}>
          {url}
        </span>
        {error && <span className="ui-small block max-w-[420px] whitespace-normal">{error}</span>}
      </>
    ),
  },
  {
    key: 'entries',
    head: 'Entries',
    numeric: true,
    cell: ({ entries, skipped }) => (
      <span title={skipped > 0 ? `${plural(skipped, 'line')} not understood` : undefined}>{formatCount(entries)}</span>
    ),
  },
  {
    key: 'changed',
    head: 'Changed',
    cell: ({ changedAt }) => (changedAt ? formatAgo(changedAt) : '–'),
  },
  {
    key: 'checked',
    head: 'Last update',
    cell: ({ checkedAt }) => (checkedAt ? formatAgo(checkedAt) : '–'),
  },
];

/** Downloads a list and says how that went. */
function useUpdate() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (list: Denylist) => body(api.POST('/admin/denylists/{id}/update', { ...path(list), body: {} })),
    onSuccess: ({ name, entries, error }) =>
      error
        ? toast({ title: `${name} was not updated`, text: error, tone: 'bad' })
        : toast({ title: `${name} updated`, text: `${plural(entries, 'entry', 'entries')}.` }),
    onError: (error) => toast({ title: 'Couldn’t update the list', text: messageOf(error), tone: 'bad' }),
    onSettled: () => queries.invalidateQueries({ queryKey: adminKey }),
  });
}

/** The lists of dangerous destinations that the install subscribes to, and their exceptions. */
export function DenylistsPanel() {
  const [search, setSearch] = useState('');
  const [adding, setAdding] = useState(false);
  const list = useQuery(denylistsQuery(search));
  const [start, dialog] = useAdminAction();
  const update = useUpdate();
  const actions = menuColumn<Denylist>(
    ({ name }) => name,
    (of) => (
      <>
        {!of.paused && <MenuItem onSelect={() => update.mutate(of)}>Update now</MenuItem>}
        {!of.paused && hasShrunk(of) && <MenuItem onSelect={() => start(acceptShrink(of))}>Accept new copy…</MenuItem>}
        {of.paused ? (
          <MenuItem onSelect={() => start(resume(of))}>Resume…</MenuItem>
        ) : (
          <MenuItem onSelect={() => start(pause(of))}>Pause…</MenuItem>
        )}
        <MenuItem danger onSelect={() => start(remove(of))}>
          Remove…
        </MenuItem>
      </>
    ),
  );
  return (
    <>
      <AdminList
        noun="deny-list"
        placeholder="Name or address"
        search={search}
        onSearch={setSearch}
        list={list}
        pages={ONE_PAGE}
        columns={[...COLUMNS, actions]}
        empty="Links to the entries of a deny-list are rejected, and existing ones return 451. Lists are updated every 6 hours."
      >
        <Button onClick={() => setAdding(true)}>Add a deny-list</Button>
      </AdminList>
      <ExceptionsSection />
      {dialog}
      {adding && <DenylistDialog onClose={() => setAdding(false)} />}
    </>
  );
}

/** There are at most 20 lists. */
const ONE_PAGE = { cursor: '', page: 1, next: () => {}, previous: () => {} };
