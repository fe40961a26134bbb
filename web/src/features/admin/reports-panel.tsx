import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePagedList } from '@/shared/hooks/use-paged-list';
import { formatAgo, formatCount } from '@/shared/lib/format';
import { Badge } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import type { Column } from '@/shared/ui/data-table';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Segmented } from '@/shared/ui/segmented';
import { type AbuseCase, abuseCasesQuery } from './admin.queries';
import { AdminList, MENU } from './admin-list';
import { ACTIONS, REASONS } from './report-kinds';

const ReportDialog = lazyPart(() => import('./report-dialog'), 'ReportDialog');

const STATES = [
  { value: 'open', label: 'Open' },
  { value: 'actioned', label: 'Actioned' },
  { value: 'dismissed', label: 'Dismissed' },
] as const;

type State = AbuseCase['state'];

const EMPTY: Record<State, string> = {
  open: 'Visitors report links with the form at /abuse, which the pages of links and the website name.',
  actioned: 'Cases in which you blocked something are listed here for a year.',
  dismissed: 'Cases without a violation are listed here for a year.',
};

const COLUMNS: readonly Column<AbuseCase>[] = [
  {
    key: 'link',
    head: 'Link',
    cell: ({ shortLink, url, isPage, blocked, suspended, deleted }) => (
      <>
        <span className="flex flex-wrap items-center gap-2">
          <b className="ui-mono">{shortLink}</b>
          {blocked && <Badge tone="bad">Blocked</Badge>}
          {suspended && <Badge tone="bad">Suspended</Badge>}
          {deleted && <Badge>Deleted</Badge>}
        </span>
        <span className="ui-small ui-muted ui-truncate block max-w-[360px]" title={url}>
          {isPage ? 'Bio page' : url}
        </span>
      </>
    ),
  },
  { key: 'reason', head: 'Reason', cell: ({ reason }) => REASONS[reason] },
  { key: 'reports', head: 'Reports', numeric: true, cell: ({ reports }) => formatCount(reports) },
  { key: 'workspace', head: 'Workspace', cell: ({ workspaceName }) => workspaceName },
  { key: 'clicks', head: 'Clicks', numeric: true, cell: ({ clicks }) => formatCount(clicks) },
  {
    key: 'reported',
    head: 'Last report',
    cell: ({ reportedAt, action }) => (action ? ACTIONS[action] : formatAgo(reportedAt)),
  },
];

/** The queue of abuse reports, one case per link. */
export function ReportsPanel() {
  const [search, setSearch] = useState('');
  const [state, setState] = useState<State>('open');
  const [shown, setShown] = useState('');
  const pages = usePagedList(`${state} ${search}`);
  const list = useQuery(abuseCasesQuery({ search, state, cursor: pages.cursor }));
  const review: Column<AbuseCase> = {
    key: MENU,
    head: <span className="ui-sr-only">Actions</span>,
    numeric: true,
    cell: ({ id, shortLink }) => (
      <Button size="sm" aria-label={`Review ${shortLink}`} onClick={() => setShown(id)}>
        Review
      </Button>
    ),
  };
  return (
    <>
      <Segmented label="State" value={state} options={STATES} onChange={setState} className="mt-6" />
      <AdminList
        noun="case"
        placeholder="Short link, destination or workspace"
        search={search}
        onSearch={setSearch}
        list={list}
        pages={pages}
        columns={[
          ...COLUMNS.map((column) =>
            column.key === 'reported' && state !== 'open' ? { ...column, head: 'Outcome' } : column,
          ),
          review,
        ]}
        empty={EMPTY[state]}
      />
      {shown && <ReportDialog key={shown} id={shown} onClose={() => setShown('')} />}
    </>
  );
}
