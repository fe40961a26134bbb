import { useQuery } from '@tanstack/react-query';
import type { BioPage } from '@/entities/bio-page/bio-page.types';
import { latestVisits, type Visit } from '@/entities/bio-page/page-insights.queries';
import type { StreamState } from '@/shared/api/sse';
import { useNow } from '@/shared/hooks/use-now';
import { formatDateTime, formatSince } from '@/shared/lib/format';
import { PanelError } from '@/shared/ui/panel-error';
import { AggregateNote } from '@/widgets/live-feed/aggregate-note';
import { clickableBlocks } from './block-clicks';

const FRESH_MS = 10_000;
const STATES: Record<StreamState, string> = { live: 'Live', connecting: 'Connecting', waiting: 'Reconnecting' };

interface Props {
  page: BioPage;
  state: StreamState;
  zone: string;
}

/** The latest views of the page and clicks on its blocks. New ones appear as they arrive. */
export function LatestVisits({ page, state, zone }: Props) {
  const visits = useQuery(latestVisits(page.id));
  const now = useNow(1000);
  const labels = new Map(clickableBlocks(page.blocks).map(({ id, label }) => [id, label]));
  return (
    <section className="ui-panel" aria-label="Latest visits">
      <header>
        <h2>Latest visits</h2>
        <span className="ui-small ui-muted flex items-center gap-2">
          {state === 'live' && <i className="ui-live" />}
          {STATES[state]}
        </span>
      </header>
      {visits.error && !visits.data && <PanelError error={visits.error} onRetry={visits.refetch} />}
      <AggregateNote />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <ol className="insights-visits" tabIndex={0} aria-label="Visits, newest first" aria-busy={visits.isPending}>
        {visits.data?.map((visit) => (
          <li
            key={`${visit.outcome} ${visit.id}`}
            className="ui-row"
            data-fresh={now - Date.parse(visit.at) < FRESH_MS || undefined}
          >
            <span className="insights-country">{visit.country ?? '–'}</span>
            <span className="ui-truncate">{actOf(visit, labels)}</span>
            <span className="ui-muted ui-truncate insights-from">{sourceOf(visit)}</span>
            <time dateTime={visit.at} title={formatDateTime(visit.at, zone)}>
              {formatSince(visit.at, new Date(now))}
            </time>
          </li>
        ))}
      </ol>
    </section>
  );
}

function actOf(visit: Visit, labels: ReadonlyMap<string, string>): string {
  if (visit.outcome === 'view') return visit.trigger === 'qr' ? 'Viewed by QR code' : 'Viewed';
  return `Clicked ${labels.get(visit.blockId ?? '') ?? 'a removed block'}`;
}

function sourceOf({ outcome, referrer, browser, os, device }: Visit): string {
  if (outcome === 'view' && referrer) return referrer;
  return [browser, os].filter(Boolean).join(' on ') || device || 'Unknown device';
}
