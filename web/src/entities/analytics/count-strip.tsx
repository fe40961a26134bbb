import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatCount, formatTrend } from '@/shared/lib/format';
import { PanelError } from '@/shared/ui/panel-error';
import { countClicks, INTERVAL_NAMES, type Scope } from './analytics.queries';
import './count-strip.css';

/** How much a figure rose or fell, in percent; null when there was nothing before. */
export function changeOf(now: number, before: number | undefined): number | null {
  return before ? ((now - before) / before) * 100 : null;
}

/** Clicks, uniques and bots of a period beside those of the period before; `children` may add more figures. */
export function CountStrip({ scope, children }: { scope: Scope; children?: ReactNode }) {
  const count = useQuery(countClicks(scope));
  if (count.isError) {
    return (
      <section className="panel">
        <PanelError error={count.error} onRetry={() => count.refetch()} />
      </section>
    );
  }
  const { data } = count;
  return (
    <section className="panel kpis" aria-label={`Figures of the last ${INTERVAL_NAMES[scope.interval]}`}>
      <Figure name="Clicks" value={data?.clicks} before={data?.previous?.clicks} strong />
      <Figure
        name="Unique visitors"
        value={data?.uniques}
        before={data?.previous?.uniques}
        note={scope.interval === '24h' ? undefined : 'sum of the days'}
      />
      <Figure name="Bots, left out" value={data?.bots} before={data?.previous?.bots} neutral />
      {children}
    </section>
  );
}

interface FigureProps {
  name: string;
  value: number | undefined;
  before?: number;
  note?: string;
  strong?: boolean;
  /** More is neither good nor bad. */
  neutral?: boolean;
}

function Figure({ name, value, before, note, strong, neutral }: FigureProps) {
  const change = value === undefined ? null : changeOf(value, before);
  const tone = neutral || change === null || Math.round(change) === 0 ? 'muted' : change > 0 ? 'up' : 'down';
  return (
    <div className="kpi" data-strong={strong || undefined}>
      <span>{name}</span>
      <b>{value === undefined ? '...' : formatCount(value)}</b>
      <i className={tone}>{change === null ? (note ?? 'nothing before') : formatTrend(change)}</i>
    </div>
  );
}
