import { createFileRoute, type SearchSchemaInput, useNavigate } from '@tanstack/react-router';
import { reportSearch } from '@/entities/analytics/model/report-route';
import { type ReportSearch, readReport, writeReport } from '@/entities/analytics/model/report-search';
import { linkDetail } from '@/entities/link/link.queries';
import type { DetailTab } from '@/features/links/detail/detail-tabs';
import { LinkDetailScreen } from '@/features/links/detail/link-detail-screen';
import { LinkDialogs } from '@/features/links/form/link-dialogs';

interface DetailSearch extends ReportSearch {
  /** The overview when absent. */
  tab?: Exclude<DetailTab, 'overview'>;
  /** The edit dialog is open. */
  edit?: boolean;
}

function parseDetail(raw: DetailSearch & SearchSchemaInput): DetailSearch {
  return {
    ...reportSearch(raw),
    tab: (['traffic', 'events', 'history'] as const).find((tab) => tab === raw.tab),
    edit: raw.edit === true || undefined,
  };
}

export const Route = createFileRoute('/dashboard/links/$linkId')({
  // Keeps the loader out of the chunk with all route definitions, which every page loads.
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: parseDetail,
  // Only a head start: the screen shows its own loading and failing states.
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(linkDetail(params.linkId)),
  component: LinkDetailRoute,
});

function LinkDetailRoute() {
  const { linkId } = Route.useParams();
  const search = Route.useSearch();
  const navigate = useNavigate({ from: '/dashboard/links/$linkId' });
  const { tab, edit } = search;
  const state = readReport(search);
  const change = (named: Partial<DetailSearch>) =>
    void navigate({ search: (was) => ({ ...was, ...named }), resetScroll: false });
  return (
    <>
      <LinkDetailScreen
        key={linkId}
        linkId={linkId}
        tab={tab ?? 'overview'}
        state={state}
        change={(named) => change(writeReport({ ...state, ...named }))}
        onEdit={() => change({ edit: true })}
      />
      <LinkDialogs creating={false} editing={edit ? linkId : undefined} onClose={() => change({ edit: undefined })} />
    </>
  );
}
