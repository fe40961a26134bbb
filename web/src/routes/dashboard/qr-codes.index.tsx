import { createFileRoute, type SearchSchemaInput, useNavigate } from '@tanstack/react-router';
import { QrDialogs } from '@/features/qr/qr-dialogs';
import { QrScreen } from '@/features/qr/qr-screen';
import { parseQrSearch, type QrSearch } from '@/features/qr/qr-search';

export const Route = createFileRoute('/dashboard/qr-codes/')({
  // Parsed with the component, which other pages do not load.
  validateSearch: (search: Partial<QrSearch> & SearchSchemaInput): Partial<QrSearch> => search,
  component: QrCodesRoute,
});

function QrCodesRoute() {
  const search = parseQrSearch(Route.useSearch());
  const navigate = useNavigate({ from: '/dashboard/qr-codes/' });
  const change = (named: Partial<QrSearch>) =>
    void navigate({
      search: (was) => ({ ...was, ...named, q: (named.q ?? search.q) || undefined }),
      replace: 'q' in named,
      resetScroll: false,
    });
  return (
    <>
      <QrScreen
        search={search}
        onChange={change}
        onEdit={(codeId) => void navigate({ to: '/dashboard/qr-codes/$codeId', params: { codeId } })}
      />
      <QrDialogs
        creating={search.new === 1}
        linkId={search.linkId}
        onClose={() => change({ new: undefined, linkId: undefined })}
      />
    </>
  );
}
