import { createFileRoute, type SearchSchemaInput, stripSearchParams, useNavigate } from '@tanstack/react-router';
import type { Interval } from '@/entities/analytics/analytics.queries';
import { intervalDefaults, parseInterval } from '@/entities/analytics/interval-search';
import { linkDetail } from '@/entities/link/link.queries';
import { LinkDialogs } from '@/features/links/create/link-dialogs';
import { LinkDetailScreen } from '@/features/links/detail/link-detail-screen';

interface DetailSearch {
  interval: Interval;
  /** The clicks when absent. */
  tab?: 'history';
  /** The edit dialog is open. */
  edit?: boolean;
}

function parseDetail(raw: Partial<DetailSearch> & SearchSchemaInput): DetailSearch {
  return {
    ...parseInterval(raw),
    tab: raw.tab === 'history' ? raw.tab : undefined,
    edit: raw.edit === true || undefined,
  };
}

export const Route = createFileRoute('/dashboard/links/$linkId')({
  validateSearch: parseDetail,
  search: { middlewares: [stripSearchParams(intervalDefaults)] },
  // Only a head start: the screen shows its own loading and failing states.
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(linkDetail(params.linkId)),
  component: LinkDetailRoute,
});

function LinkDetailRoute() {
  const { linkId } = Route.useParams();
  const { interval, tab, edit } = Route.useSearch();
  const navigate = useNavigate({ from: '/dashboard/links/$linkId' });
  const change = (named: Partial<DetailSearch>) =>
    void navigate({ search: (was) => ({ ...was, ...named }), resetScroll: false });
  return (
    <>
      <LinkDetailScreen
        key={linkId}
        linkId={linkId}
        tab={tab ?? 'clicks'}
        interval={interval}
        onInterval={(next) => change({ interval: next })}
        onEdit={() => change({ edit: true })}
      />
      <LinkDialogs creating={false} editing={edit ? linkId : undefined} onClose={() => change({ edit: undefined })} />
    </>
  );
}
