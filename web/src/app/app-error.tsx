import type { ErrorComponentProps } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { onReconnect } from '@/shared/api/connection';
import { ApiError } from '@/shared/api/errors';
import { PRODUCT } from '@/shared/config/product';
import { CHUNK_ADVICE, CHUNK_MISSING, isChunkError } from '@/shared/lib/chunk-error';
import { BlinkEye } from '@/shared/ui/blink-eye';
import { Button, buttonClass } from '@/shared/ui/button';
import { useConnection } from '@/shared/ui/connection-banner';

const SAFE = 'Your saved changes are safe.';

/**
 * The error view for failed rendering, loading or routing, in place of the screen or of the whole page. It has plain
 * links and no stack trace, so that it cannot fail itself.
 */
export function AppError({ error }: ErrorComponentProps) {
  return isChunkError(error) ? <MissingCode /> : <Unexpected error={error} />;
}

function Unexpected({ error }: { error: unknown }) {
  const id = error instanceof ApiError ? error.requestId : '';
  return (
    <Frame>
      <title>{`Error · ${PRODUCT}`}</title>
      <BlinkEye size={56} />
      <h1>Unexpected Application Error!</h1>
      <p className="ui-muted">{SAFE} Reload the page, or return to the home page.</p>
      {id && <p className="ui-mono ui-muted">Request {id}</p>}
      <Ways />
    </Frame>
  );
}

/** Reloads by itself when the server answers again: nothing was typed on a screen that never appeared. */
function MissingCode() {
  const away = useConnection() !== 'online';
  useEffect(() => onReconnect(() => location.reload()), []);
  return (
    <Frame>
      <title>{`Not loaded · ${PRODUCT}`}</title>
      <BlinkEye size={56} />
      <h1>{away ? 'This page isn’t loaded yet' : 'Unexpected Application Error!'}</h1>
      <p className="ui-muted">
        {away ? 'It opens when the connection is restored.' : `${CHUNK_MISSING} ${CHUNK_ADVICE} ${SAFE}`}
      </p>
      {!away && <Ways />}
    </Frame>
  );
}

/** The page's main part, unless the failed screen stood in one. */
function Frame({ children }: { children: ReactNode }) {
  const Tag = document.getElementById('main') ? 'div' : 'main';
  return <Tag className="centre-page">{children}</Tag>;
}

function Ways() {
  return (
    <p className="flex gap-2">
      <Button tone="primary" onClick={() => location.reload()}>
        Reload
      </Button>
      <a className={buttonClass()} href="/">
        Return to Home
      </a>
    </p>
  );
}
