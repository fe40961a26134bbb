import { createFileRoute, stripSearchParams, useNavigate } from '@tanstack/react-router';
import { qrCodeList } from '@/entities/qr-code/qr-code.queries';
import { QrDialogs } from '@/features/qr/qr-dialogs';
import { QrScreen } from '@/features/qr/qr-screen';
import { type QrSearch, qrDefaults, qrSearch } from '@/features/qr/qr-search.schema';

export const Route = createFileRoute('/dashboard/qr-codes')({
  validateSearch: qrSearch,
  search: { middlewares: [stripSearchParams(qrDefaults)] },
  loaderDeps: ({ search }) => ({ q: search.q.trim() }),
  // Only a head start: the screen shows its own loading and failing states.
  loader: ({ context, deps }) => void context.queryClient.prefetchInfiniteQuery(qrCodeList(deps.q)),
  component: QrCodesRoute,
});

function QrCodesRoute() {
  const search = Route.useSearch();
  const navigate = useNavigate({ from: '/dashboard/qr-codes' });
  const change = (named: Partial<QrSearch>) =>
    void navigate({ search: (was) => ({ ...was, ...named }), replace: 'q' in named, resetScroll: false });
  return (
    <>
      <QrScreen search={search} onChange={change} />
      <QrDialogs
        creating={search.new === 1}
        linkId={search.linkId}
        editing={search.edit}
        onClose={() => change({ new: undefined, linkId: undefined, edit: undefined })}
      />
    </>
  );
}
