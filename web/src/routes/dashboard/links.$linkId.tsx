import { createFileRoute, stripSearchParams, useNavigate } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { INTERVALS } from '@/entities/analytics/analytics.queries';
import { linkDetail } from '@/entities/link/link.queries';
import { LinkDialogs } from '@/features/links/create/link-dialogs';
import { LinkDetailScreen } from '@/features/links/detail/link-detail-screen';

const detailSearch = z.object({
  interval: z.catch(z._default(z.enum(INTERVALS), '30d'), '30d'),
  /** The edit dialog is open. */
  edit: z.catch(z.optional(z.boolean()), undefined),
});

export const Route = createFileRoute('/dashboard/links/$linkId')({
  validateSearch: detailSearch,
  search: { middlewares: [stripSearchParams({ interval: '30d' })] },
  // Only a head start: the screen shows its own loading and failing states.
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(linkDetail(params.linkId)),
  component: LinkDetailRoute,
});

function LinkDetailRoute() {
  const { linkId } = Route.useParams();
  const { interval, edit } = Route.useSearch();
  const navigate = useNavigate({ from: '/dashboard/links/$linkId' });
  const change = (named: Partial<z.output<typeof detailSearch>>) =>
    void navigate({ search: (was) => ({ ...was, ...named }), resetScroll: false });
  return (
    <>
      <LinkDetailScreen
        key={linkId}
        linkId={linkId}
        interval={interval}
        onInterval={(next) => change({ interval: next })}
        onEdit={() => change({ edit: true })}
      />
      <LinkDialogs creating={false} editing={edit ? linkId : undefined} onClose={() => change({ edit: undefined })} />
    </>
  );
}
