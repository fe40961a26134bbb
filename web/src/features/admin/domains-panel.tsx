import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePagedList } from '@/shared/hooks/use-paged-list';
import { formatAgo, formatCount, formatDate } from '@/shared/lib/format';
import { Badge } from '@/shared/ui/badge';
import type { Column } from '@/shared/ui/data-table';
import { type AdminDomain, domainsQuery } from './admin.queries';
import { AdminList } from './admin-list';

const STATUS = {
  pending: { tone: undefined, label: 'Not verified' },
  verified: { tone: 'ok', label: 'Verified' },
  failing: { tone: 'bad', label: 'DNS records missing' },
} as const;

const CERTIFICATE = { none: 'None', pending: 'Being issued', valid: 'Valid', failed: 'Failed' } as const;

const COLUMNS: readonly Column<AdminDomain>[] = [
  {
    key: 'domain',
    head: 'Domain',
    cell: ({ unicodeHost, workspaceName, isDefault }) => (
      <>
        <b>{unicodeHost}</b>
        <span className="ui-small ui-muted block">{isDefault ? 'Default domain' : workspaceName}</span>
      </>
    ),
  },
  {
    key: 'status',
    head: 'Status',
    cell: ({ status }) => <Badge tone={STATUS[status].tone}>{STATUS[status].label}</Badge>,
  },
  { key: 'certificate', head: 'Certificate', cell: ({ certificate }) => CERTIFICATE[certificate] },
  { key: 'links', head: 'Links', numeric: true, cell: ({ links }) => formatCount(links) },
  { key: 'checked', head: 'Last check', cell: ({ checkedAt }) => (checkedAt ? formatAgo(checkedAt) : '–') },
  { key: 'created', head: 'Added', cell: ({ createdAt }) => formatDate(createdAt) },
];

/** All domains of the install. */
export function DomainsPanel() {
  const [search, setSearch] = useState('');
  const pages = usePagedList(search);
  const list = useQuery(domainsQuery({ search, cursor: pages.cursor }));
  return (
    <AdminList
      noun="domain"
      placeholder="Host"
      search={search}
      onSearch={setSearch}
      list={list}
      pages={pages}
      columns={COLUMNS}
      empty="Workspaces add domains under Domains."
    />
  );
}
