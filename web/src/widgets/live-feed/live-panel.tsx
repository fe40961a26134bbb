import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EVERY_CLICK, type FeedScope, recentClicks } from '@/entities/click/click.queries';
import { type Click, FEED_SIZE } from '@/entities/click/click.types';
import type { StreamState } from '@/shared/api/sse';
import { useFreezeWhileHovered } from '@/shared/hooks/use-freeze-while-hovered';
import { useNow } from '@/shared/hooks/use-now';
import { t } from '@/shared/i18n/t';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { AggregateNote } from './aggregate-note';
import { ClickRow } from './click-row';
import { useLastMinute } from './use-last-minute';
import './live-panel.css';

const NONE: readonly Click[] = [];

interface Props {
  title: string;
  scope?: FeedScope;
  /** All clicks are of one link: rows show devices instead of links. */
  oneLink?: boolean;
  state: StreamState | 'off';
  /** The maximum number of rows, of which some are visible only by scrolling when it `scrolls`. */
  rows: number;
  scrolls?: boolean;
  /** Above the rows. */
  children?: ReactNode;
}

/** The most recent clicks. While the pointer or the focus is inside, rows do not move and a badge counts new clicks. */
export function LivePanel({ title, scope = EVERY_CLICK, oneLink, state, rows, scrolls, children }: Props) {
  const clicks = useQuery(recentClicks(scope));
  const now = useNow(1000);
  const known = clicks.data ?? NONE;
  const { value: shown, holding, release, hold } = useFreezeWhileHovered(known);
  const fresh = holding ? freshBefore(known, shown[0]?.id) : 0;
  const lastMinute = useLastMinute(scope, known, now);

  return (
    <section className="ui-panel live-feed" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <Pulse state={state} fresh={fresh} lastMinute={lastMinute} onShow={release} />
      </header>
      <AggregateNote linkId={oneLink ? scope.filters.link?.is[0] : undefined} />
      {children}
      {clicks.isError && <PanelError error={clicks.error} onRetry={() => clicks.refetch()} />}
      {clicks.isPending && <FeedSkeleton rows={rows} />}
      {clicks.data && known.length === 0 && (
        <p className="feed-none">
          <span>{t('No clicks yet. Open one of your short links, and the click appears here.')}</span>
        </p>
      )}
      {known.length > 0 && (
        // What scrolls must be reachable by keyboard.
        <ol data-scrolls={scrolls || undefined} tabIndex={scrolls ? 0 : undefined} {...hold}>
          {shown.slice(0, rows).map((click) => (
            <ClickRow key={click.id} click={click} now={now} showLink={!oneLink} />
          ))}
        </ol>
      )}
    </section>
  );
}

/** The number of clicks before the first shown one; the whole feed when it is no longer part of it. */
function freshBefore(known: readonly Click[], first: string | undefined): number {
  const at = known.findIndex((click) => click.id === first);
  return at < 0 && first !== undefined ? known.length : Math.max(0, at);
}

interface PulseProps {
  state: StreamState | 'off';
  fresh: number;
  lastMinute: string;
  onShow: () => void;
}

function Pulse({ state, fresh, lastMinute, onShow }: PulseProps) {
  if (fresh > 0) {
    return (
      <button type="button" className="ui-badge ui-accent" onClick={onShow}>
        {fresh === FEED_SIZE ? t('{count}+ new', { count: fresh }) : t('{count} new', { count: fresh })}
      </button>
    );
  }
  return (
    <span className="ui-small ui-muted flex items-center gap-2">
      {state === 'off' && t('Paused')}
      {state === 'waiting' && t('Reconnecting')}
      {(state === 'live' || state === 'connecting') && (
        <>
          <i className="ui-live" />
          {t('{clicks} in the last minute', { clicks: lastMinute })}
        </>
      )}
    </span>
  );
}

function FeedSkeleton({ rows }: { rows: number }) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: rows }, (_, at) => `skeleton-${at}`).map((key) => (
        <div key={key} className="ui-row">
          <Skeleton height={14} />
        </div>
      ))}
    </div>
  );
}
