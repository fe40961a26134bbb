import { useEffect, useRef } from 'react';
import { onReconnect } from '@/shared/api/connection';
import { t } from '@/shared/i18n/t';
import { CHUNK_ADVICE, CHUNK_MISSING } from '@/shared/lib/chunk-error';
import { Button } from './button';

/** Stands in the place of a part whose code could not be loaded. Tries again by itself when the server is back. */
export function MissingPart({ onRetry }: { onRetry: () => void }) {
  useEffect(() => onReconnect(onRetry), [onRetry]);
  return (
    <div role="alert" className="ui-notice ui-bad flex-wrap">
      <p>
        {CHUNK_MISSING} {CHUNK_ADVICE}
      </p>
      <Actions onRetry={onRetry} />
    </div>
  );
}

/**
 * The same over the page, for a dialog or a list. It is the browser's own dialog: it needs no code that could be
 * missing as well, and it stands above a dialog that is open.
 */
export function MissingDialog({ onRetry, onClose }: { onRetry: () => void; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => onReconnect(onRetry), [onRetry]);
  return (
    <dialog ref={dialog} className="ui-missing-dialog" aria-label={CHUNK_MISSING} onClose={onClose}>
      <p>
        <b>{CHUNK_MISSING}</b>
      </p>
      <p className="ui-muted">{CHUNK_ADVICE}</p>
      <Actions onRetry={onRetry} onClose={() => dialog.current?.close()} />
    </dialog>
  );
}

function Actions({ onRetry, onClose }: { onRetry: () => void; onClose?: () => void }) {
  return (
    <p className="flex flex-wrap gap-2">
      <Button size="sm" onClick={onRetry}>
        {t('Try again')}
      </Button>
      <Button size="sm" onClick={() => location.reload()}>
        {t('Reload')}
      </Button>
      {onClose && (
        <Button size="sm" onClick={onClose}>
          {t('Close')}
        </Button>
      )}
    </p>
  );
}
