import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { allDomains } from '@/entities/domain/domain.queries';
import type { Domain } from '@/entities/domain/domain.types';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { usePagedList } from '@/shared/hooks/use-paged-list';
import { CursorPager } from '@/shared/ui/cursor-pager';
import { Icon } from '@/shared/ui/icon';
import { PageTitle } from '@/shared/ui/page-title';
import { PanelError } from '@/shared/ui/panel-error';
import { SearchBox } from '@/shared/ui/search-box';
import { DeleteDomainDialog } from '../settings/delete-domain-dialog';
import { DeletedDomains } from './deleted-domains';
import { DomainsSkeleton, NoCustomDomains } from './domains-empty';
import { DomainsTable } from './domains-table';
import '../domains.css';

const PAGE_SIZE = 25;

/** Whether the host or the notes contain a text, as the API's search does. */
function contains({ host, unicodeHost, notes }: Domain, text: string): boolean {
  const part = text.trim().toLowerCase();
  return [host, unicodeHost, notes ?? ''].some((value) => value.toLowerCase().includes(part));
}

/** The workspace's domains with their state, and the deleted ones. */
export function DomainsScreen() {
  const [search, setSearch] = useState('');
  const pages = usePagedList(search);
  const { data, error, refetch } = useQuery(allDomains());
  const found = data?.filter((domain) => contains(domain, search));
  const start = Number(pages.cursor);
  const next = start + PAGE_SIZE;
  const navigate = useNavigate();
  const [pendingDelete, setPendingDelete] = useState<Domain | null>(null);
  const add = () => void navigate({ to: '/dashboard/domains/new' });
  const onlyDefault = data?.every(({ isDefault }) => isDefault);
  return (
    <>
      <PageTitle title="Domains" lead="The hosts that serve your short links.">
        <PermissionButton permission="domains:manage" tone="primary" onClick={add}>
          <Icon name="plus" />
          Add domain
        </PermissionButton>
      </PageTitle>
      {error ? (
        <div className="ui-panel mt-6">
          <PanelError error={error} onRetry={refetch} />
        </div>
      ) : found ? (
        <>
          {!onlyDefault && (
            <div className="mt-6 flex max-w-md">
              <SearchBox value={search} onChange={setSearch} label="Search domains" placeholder="Host or notes" />
            </div>
          )}
          {found.length > 0 ? (
            <DomainsTable domains={found.slice(start, next)} onDelete={setPendingDelete} />
          ) : (
            <div className="ui-panel mt-6 ui-empty" role="status">
              <p>No domain matches “{search.trim()}”.</p>
            </div>
          )}
          <CursorPager pages={pages} nextCursor={next < found.length ? String(next) : null} />
          {onlyDefault && <NoCustomDomains onAdd={add} />}
          <DeletedDomains />
        </>
      ) : (
        <DomainsSkeleton />
      )}
      <DeleteDomainDialog domain={pendingDelete} onClose={() => setPendingDelete(null)} />
    </>
  );
}
