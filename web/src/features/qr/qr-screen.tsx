import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { qrCodeList } from '@/entities/qr-code/qr-code.queries';
import type { QrCode } from '@/entities/qr-code/qr-code.types';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { PRODUCT } from '@/shared/config/product';
import { useSelection } from '@/shared/hooks/use-selection';
import { plural } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { lazyPart } from '@/shared/ui/lazy-part';
import { PanelError } from '@/shared/ui/panel-error';
import { SearchBox } from '@/shared/ui/search-box';
import { ArchiveMenu } from './archive-menu';
import { DeleteQrDialog } from './delete-qr-dialog';
import { QrCard } from './qr-card';
import { NoMatchingQrCodes, NoQrCodes, QrSkeleton } from './qr-empty';
import type { QrSearch } from './qr-search';
import { useQrShortcuts } from './use-qr-shortcuts';
import './qr.css';

const QrSelectionBar = lazyPart(() => import('./bulk/qr-selection-bar'), 'QrSelectionBar');

const NONE: QrCode[] = [];

interface Props {
  search: QrSearch;
  /** Patches the URL's search. */
  onChange: (change: Partial<QrSearch>) => void;
  /** Opens the studio of a code. */
  onEdit: (codeId: string) => void;
}

/** The workspace's QR codes with search, downloads and actions. */
export function QrScreen({ search, onChange, onEdit }: Props) {
  const query = search.q.trim();
  const list = useInfiniteQuery(qrCodeList(query));
  const [pendingDelete, setPendingDelete] = useState<QrCode | null>(null);
  const codes = list.data?.pages.flatMap((page) => page.items) ?? NONE;
  const total = list.data?.pages[0]?.total ?? 0;
  const selection = useSelection(codes, query);
  useQrShortcuts({ codes, selection, onEdit, onClear: () => query && onChange({ q: '' }) });
  const create = () => onChange({ new: 1 });

  return (
    <>
      <title>{`QR Codes · ${PRODUCT}`}</title>
      <div className="page-head">
        <h1>QR Codes</h1>
        <span className="ui-muted" role="status">
          {list.data && (query ? `${plural(total, 'code')} found` : plural(total, 'code'))}
        </span>
        <PermissionButton permission="links:write" tone="primary" className="ml-auto" onClick={create}>
          <Icon name="plus" />
          Create a QR Code
        </PermissionButton>
      </div>
      <div className="qr-tools" role="search">
        <SearchBox
          label="Search QR codes"
          placeholder="Search name, alias, URL"
          value={search.q}
          onChange={(q) => onChange({ q })}
        />
        {codes.length > 0 && (
          <ArchiveMenu search={query}>{query ? 'Download found codes' : 'Download all codes'}</ArchiveMenu>
        )}
      </div>
      {list.isPending && <QrSkeleton />}
      {list.isError && (
        <div className="ui-panel">
          <PanelError error={list.error} onRetry={() => list.refetch()} />
        </div>
      )}
      {list.data &&
        codes.length === 0 &&
        (query ? <NoMatchingQrCodes onClear={() => onChange({ q: '' })} /> : <NoQrCodes onCreate={create} />)}
      {codes.length > 0 && (
        <ul className="ui-panel qr-list" aria-label="QR codes" aria-busy={list.isPlaceholderData || undefined}>
          {codes.map((code) => (
            <QrCard
              key={code.id}
              code={code}
              selected={selection.has(code.id)}
              onToggle={(range) => selection.toggle(code.id, range)}
              onEdit={() => onEdit(code.id)}
              onDelete={() => setPendingDelete(code)}
            />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <p className="mt-4 text-center">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </p>
      )}
      {selection.selected.length > 0 && (
        <QrSelectionBar selection={selection} shown={codes.length}>
          <ArchiveMenu small ids={selection.selected.map(({ id }) => id)} label="Download selected codes">
            <span className="selection-word">Download</span>
          </ArchiveMenu>
        </QrSelectionBar>
      )}
      <DeleteQrDialog code={pendingDelete} onClose={() => setPendingDelete(null)} />
    </>
  );
}
