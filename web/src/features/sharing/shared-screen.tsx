import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, messageOf } from '@/shared/api/errors';
import { PRODUCT } from '@/shared/config/product';
import { t } from '@/shared/i18n/t';
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
      <title>{`${title ?? t('Shared report')} · ${PRODUCT}`}</title>
      <header className="shared-head">
        <a href="/" rel="noreferrer" aria-label={PRODUCT}>
          <Wordmark size={24} />
        </a>
        <span className="ui-muted ui-small">
          {expiresAt ? t('Read-only until {date}', { date: formatDate(expiresAt) }) : t('Read-only')}
        </span>
      </header>
      <main>
        {page.isPending && <Skeleton height={420} />}
        {page.isError && <ShareUnavailable error={page.error} onRetry={() => page.refetch()} />}
        {locked && <SharedLock token={token} onUnlock={unlock} />}
        {selection && !locked && (
          <>
            <h1 className={scope === 'link' && !name ? 'shared-title ui-mono' : 'shared-title'}>
              <bdi>{title}</bdi>
            </h1>
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
  const status = error instanceof ApiError ? error.status : 0;
  const gone = status === 404 || status === 410;
  const advice: Record<number, string> = {
    404: t('The link may be incomplete. Ask the person who sent it to you.'),
    410: t('It is no longer shared, or it has expired.'),
  };
  return (
    <section className="ui-panel mt-6">
      <EmptyState
        title={gone ? t('This page isn’t available') : t('Couldn’t load this report')}
        action={gone ? undefined : <Button onClick={onRetry}>{t('Try again')}</Button>}
      >
        {advice[status] ?? messageOf(error)}
      </EmptyState>
    </section>
  );
}
