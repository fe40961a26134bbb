import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '@/shared/api/client';
import { usePagedList } from '@/shared/hooks/use-paged-list';
import { formatDate } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';
import type { Column } from '@/shared/ui/data-table';
import { lazyPart } from '@/shared/ui/lazy-part';
import { MenuItem } from '@/shared/ui/menu';
import { type BlockRule, rulesQuery } from './admin.queries';
import { AdminList } from './admin-list';
import { menuColumn } from './row-menu';
import { RULE_KINDS } from './rule-kinds';
import { type AdminAction, useAdminAction } from './use-admin-action';

const RuleDialog = lazyPart(() => import('./rule-dialog'), 'RuleDialog');

const remove = ({ id, pattern }: BlockRule): AdminAction => ({
  title: `Delete the rule ${pattern}?`,
  text: 'Links to these destinations work again, unless another rule blocks them.',
  verb: 'Delete rule',
  done: 'Rule deleted',
  run: () => api.DELETE('/admin/block-rules/{id}', { params: { path: { id } } }),
});

const COLUMNS: readonly Column<BlockRule>[] = [
  { key: 'pattern', head: 'Destination', cell: ({ pattern }) => <span className="ui-mono">{pattern}</span> },
  {
    key: 'kind',
    head: 'Kind',
    cell: ({ kind }) => RULE_KINDS.find(({ value }) => value === kind)?.label ?? kind,
  },
  { key: 'reason', head: 'Reason', cell: ({ reason }) => reason || '–' },
  { key: 'created', head: 'Added', cell: ({ createdAt }) => formatDate(createdAt) },
];

/** The rules that block destinations of links. */
export function RulesPanel() {
  const [search, setSearch] = useState('');
  const [adding, setAdding] = useState(false);
  const pages = usePagedList(search);
  const list = useQuery(rulesQuery({ search, cursor: pages.cursor }));
  const [start, dialog] = useAdminAction();
  const actions = menuColumn<BlockRule>(
    ({ pattern }) => pattern,
    (rule) => (
      <MenuItem danger onSelect={() => start(remove(rule))}>
        Delete…
      </MenuItem>
    ),
  );
  return (
    <>
      <AdminList
        noun="rule"
        placeholder="Destination or reason"
        search={search}
        onSearch={setSearch}
        list={list}
        pages={pages}
        columns={[...COLUMNS, actions]}
        empty="New links to a blocked destination are rejected, and existing ones return 451."
      >
        <Button onClick={() => setAdding(true)}>Block a destination</Button>
      </AdminList>
      {dialog}
      {adding && <RuleDialog onClose={() => setAdding(false)} />}
    </>
  );
}
