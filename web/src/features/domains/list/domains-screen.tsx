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
import { DeleteDomainDialog } from '../settings/delete-domain-dialog';
import { DeletedDomains } from './deleted-domains';
import { DomainsSkeleton, NoCustomDomains } from './domains-empty';
import { DomainsTable } from './domains-table';
import '../domains.css';

const PAGE_SIZE = 25;

/** The workspace's domains with their state, and the deleted ones. */
export function DomainsScreen() {
  const pages = usePagedList('');
  const { data, error, refetch } = useQuery(allDomains());
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
      ) : data ? (
        <>
          <DomainsTable domains={data.slice(start, next)} onDelete={setPendingDelete} />
          <CursorPager pages={pages} nextCursor={next < data.length ? String(next) : null} />
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
