import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StreamState } from '@/shared/api/sse';
import { useNow } from '@/shared/hooks/use-now';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { recentClicks } from './click.queries';
import type { Click } from './click.types';
import { ClickRow } from './click-row';
import './live-panel.css';

const MINUTE = 60_000;

interface Props {
  title: string;
  /** Of one link only. */
  linkId?: string;
  state: StreamState;
  /** Rows shown. */
  rows: number;
}

/**
 * The last clicks, growing while one looks. While the pointer or the focus is inside, rows stay where they are and the
 * number of new ones is told instead.
 */
export function LivePanel({ title, linkId, state, rows }: Props) {
  const clicks = useQuery(recentClicks(linkId));
  const now = useNow(1000);
  const [held, setHeld] = useState<readonly Click[] | null>(null);
  const known = clicks.data ?? [];
  const shown = held ?? known;
  const fresh = held ? known.findIndex((click) => click.id === held[0]?.id) : 0;
  const lastMinute = known.filter((click) => now - Date.parse(click.at) < MINUTE).length;

  return (
    <section className="panel feed" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <Pulse state={state} fresh={fresh} lastMinute={lastMinute} onShow={() => setHeld(null)} />
      </header>
      {clicks.isError && <PanelError error={clicks.error} onRetry={() => clicks.refetch()} />}
      {clicks.isPending && <FeedSkeleton rows={rows} />}
      {clicks.data && known.length === 0 && (
        <p className="feed-none">
          <span>Nothing yet. Open one of your short links and the click appears here.</span>
        </p>
      )}
      {known.length > 0 && (
        <ol
          onPointerEnter={() => setHeld(known)}
          onPointerLeave={() => setHeld(null)}
          onFocus={() => setHeld((was) => was ?? known)}
          onBlur={() => setHeld(null)}
        >
          {shown.slice(0, rows).map((click) => (
            <ClickRow key={click.id} click={click} now={now} showLink={!linkId} />
          ))}
        </ol>
      )}
    </section>
  );
}

interface PulseProps {
  state: StreamState;
  fresh: number;
  lastMinute: number;
  onShow: () => void;
}

function Pulse({ state, fresh, lastMinute, onShow }: PulseProps) {
  if (fresh > 0) {
    return (
      <button type="button" className="badge hot" onClick={onShow}>
        {fresh} new
      </button>
    );
  }
  return (
    <span className="small muted flex items-center gap-2">
      {state === 'waiting' ? (
        'Reconnecting'
      ) : (
        <>
          <i className="live" />
          {lastMinute} in the last minute
        </>
      )}
    </span>
  );
}

function FeedSkeleton({ rows }: { rows: number }) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: rows }, (_, at) => `skeleton-${at}`).map((key) => (
        <div key={key} className="row">
          <Skeleton height={14} />
        </div>
      ))}
    </div>
  );
}
