import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type AuditFilter, auditLog, fetchAuditFile } from '@/entities/audit/audit.queries';
import { saveFile } from '@/shared/api/download';
import { messageOf } from '@/shared/api/errors';
import { plural } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { Icon } from '@/shared/ui/icon';
import { Menu, MenuItem } from '@/shared/ui/menu';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toast';
import { AuditFilters } from './audit-filters';
import { AuditList } from './audit-list';
import './audit.css';

const NO_FILTER: AuditFilter = { search: '', action: '', actor: '', from: '' };

/** The entries with filters and their export. */
export function AuditLog() {
  const [filter, setFilter] = useState(NO_FILTER);
  const list = useInfiniteQuery(auditLog(filter));
  const entries = list.data?.pages.flatMap((page) => page.items) ?? [];
  const total = list.data?.pages[0]?.total ?? 0;
  return (
    <>
      <AuditFilters filter={filter} onChange={(change) => setFilter({ ...filter, ...change })} />
      <div className="audit-status">
        <p className="ui-small ui-muted" role="status">
          {list.data && plural(total, 'entry', 'entries')}
        </p>
        <ExportMenu filter={filter} />
      </div>
      {list.isError ? (
        <div className="ui-panel">
          <PanelError error={list.error} onRetry={() => list.refetch()} />
        </div>
      ) : !list.data ? (
        <Skeleton height={280} />
      ) : entries.length === 0 ? (
        <div className="ui-panel">
          <EmptyState
            title="No entries match these filters"
            action={<Button onClick={() => setFilter(NO_FILTER)}>Clear filters</Button>}
          >
            Choose a longer period or another action.
          </EmptyState>
        </div>
      ) : (
        <AuditList entries={entries} />
      )}
      {list.hasNextPage && (
        <p className="mt-4 text-center">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </p>
      )}
    </>
  );
}

function ExportMenu({ filter }: { filter: AuditFilter }) {
  const download = useMutation({
    mutationFn: (format: 'csv' | 'json') => fetchAuditFile(filter, format),
    onSuccess: saveFile,
    onError: (error) => toast({ title: 'Couldn’t export the audit log', text: messageOf(error), tone: 'bad' }),
  });
  return (
    <Menu
      trigger={
        <Button size="sm" busy={download.isPending}>
          Export
          <Icon name="down" />
        </Button>
      }
    >
      <MenuItem onSelect={() => download.mutate('csv')}>CSV</MenuItem>
      <MenuItem onSelect={() => download.mutate('json')}>JSON</MenuItem>
    </Menu>
  );
}
