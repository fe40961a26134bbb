import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, messageOf } from '@/shared/api/errors';
import { PRODUCT } from '@/shared/config/product';
import { formatDate } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { lazyPart } from '@/shared/ui/lazy-part';
import { useOverlayWarmup } from '@/shared/ui/overlay-part';
import { Skeleton } from '@/shared/ui/skeleton';
import { Wordmark } from '@/shared/ui/wordmark';
import { sharedPage, storedPass, storePass } from './shared.queries';
import { SharedFacts } from './shared-facts';
import { SharedReport } from './shared-report';
import type { Selection, SharedState } from './shared-state';
import '@/widgets/report/report.css';
import '@/widgets/report/print/report-print.css';
import './shared.css';

// Most shared pages have no password.
const SharedLock = lazyPart(() => import('./shared-lock'), 'SharedLock', <Skeleton height={240} />);

interface Props {
  token: string;
  state: SharedState;
  change: (patch: Partial<SharedState>) => void;
}

/** The page of one link has no list of links. */
const withoutLinks = (selection: Selection): Selection => ({
  ...selection,
  parts: selection.parts.filter((part) => part !== 'link'),
});

/** A public report page, without a session. */
export function SharedScreen({ token, state, change }: Props) {
  useOverlayWarmup();
  const [pass, setPass] = useState(() => storedPass(token));
  const page = useQuery(sharedPage(token, pass));
  const { label, name, scope, expiresAt, locked, selection } = page.data ?? {};
  const title = name ?? label;

  function unlock(newPass: string) {
    storePass(token, newPass);
    setPass(newPass);
  }

  return (
    <div className="shared-report">
      <title>{`${title ?? 'Shared report'} · ${PRODUCT}`}</title>
      <header className="shared-head">
        <a href="/" rel="noreferrer" aria-label={PRODUCT}>
          <Wordmark size={24} />
        </a>
        <span className="ui-muted ui-small">Read-only{expiresAt && ` until ${formatDate(expiresAt)}`}</span>
      </header>
      <main>
        {page.isPending && <Skeleton height={420} />}
        {page.isError && <ShareUnavailable error={page.error} onRetry={() => page.refetch()} />}
        {locked && <SharedLock token={token} onUnlock={unlock} />}
        {selection && !locked && (
          <>
            <h1 className={scope === 'link' && !name ? 'shared-title ui-mono' : 'shared-title'}>{title}</h1>
            <SharedFacts selection={selection} label={name ? label : null} />
            <SharedReport
              token={token}
              pass={pass}
              selection={scope === 'link' ? withoutLinks(selection) : selection}
              state={state}
              change={change}
            />
          </>
        )}
      </main>
    </div>
  );
}

function ShareUnavailable({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const gone = error instanceof ApiError && (error.status === 404 || error.status === 410);
  return (
    <section className="ui-panel mt-6">
      <EmptyState
        title={gone ? 'This page isn’t available' : 'Couldn’t load this report'}
        action={gone ? undefined : <Button onClick={onRetry}>Try again</Button>}
      >
        {error instanceof ApiError && error.status === 404
          ? 'The link may be incomplete. Ask the person who sent it to you.'
          : messageOf(error)}
      </EmptyState>
    </section>
  );
}
