import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '@/shared/api/client';
import { usePagedList } from '@/shared/hooks/use-paged-list';
import { formatDate } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';
import type { Column } from '@/shared/ui/data-table';
import { lazyPart } from '@/shared/ui/lazy-part';
import { MenuItem } from '@/shared/ui/menu';
import { type DenylistException, exceptionsQuery } from './admin.queries';
import { AdminList } from './admin-list';
import { menuColumn } from './row-menu';
import { type AdminAction, useAdminAction } from './use-admin-action';

const ExceptionDialog = lazyPart(() => import('./exception-dialog'), 'ExceptionDialog');

const remove = ({ id, pattern }: DenylistException): AdminAction => ({
  title: `Delete the exception ${pattern}?`,
  text: 'Links to it are blocked again if a deny-list contains it.',
  verb: 'Delete exception',
  done: 'Exception deleted',
  run: () => api.DELETE('/admin/denylist-exceptions/{id}', { params: { path: { id } } }),
});

const COLUMNS: readonly Column<DenylistException>[] = [
  { key: 'pattern', head: 'Host or URL', cell: ({ pattern }) => <span className="ui-mono">{pattern}</span> },
  { key: 'reason', head: 'Reason', cell: ({ reason }) => reason || '–' },
  { key: 'created', head: 'Added', cell: ({ createdAt }) => formatDate(createdAt) },
];

/** The entries of deny-lists that do not block. */
export function ExceptionsSection() {
  const [search, setSearch] = useState('');
  const [adding, setAdding] = useState(false);
  const pages = usePagedList(search);
  const list = useQuery(exceptionsQuery({ search, cursor: pages.cursor }));
  const [start, dialog] = useAdminAction();
  const actions = menuColumn<DenylistException>(
    ({ pattern }) => pattern,
    (exception) => (
      <MenuItem danger onSelect={() => start(remove(exception))}>
        Delete…
      </MenuItem>
    ),
  );
  return (
    <section aria-labelledby="exceptions-title" className="mt-10">
      <h3 id="exceptions-title" className="text-18">
        Exceptions
      </h3>
      <AdminList
        noun="exception"
        placeholder="Host, URL or reason"
        search={search}
        onSearch={setSearch}
        list={list}
        pages={pages}
        columns={[...COLUMNS, actions]}
        empty="An exception cancels one entry of all deny-lists, such as a host that is listed by mistake."
      >
        <Button onClick={() => setAdding(true)}>Add an exception</Button>
      </AdminList>
      {dialog}
      {adding && <ExceptionDialog onClose={() => setAdding(false)} />}
    </section>
  );
}
