import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { percentChange } from '@/entities/analytics/model/report-labels';
import type { Kpi } from '@/entities/analytics/model/report-search';
import { botSeries } from '@/entities/analytics/report.queries';
import { ModuleBars } from '@/shared/charts/module-bars';
import { formatCount, formatShare, formatTrend } from '@/shared/lib/format';
import type { ReportView } from '../use-report';
import { useScans } from './use-scans';

/** Columns of a card's spark. */
const SPARK = 24;

/** The sums of equal parts of a series, so that any number of buckets fits the card. */
export function downsample(values: readonly number[], most = SPARK): number[] {
  if (values.length <= most) return [...values];
  const sums = Array.from({ length: most }, () => 0);
  values.forEach((value, at) => {
    const part = Math.floor((at * most) / values.length);
    sums[part] = (sums[part] ?? 0) + value;
  });
  return sums;
}

/** Clicks, visitors, scans and bots beside those that they are compared with. Each switches the chart; `children` may add more. */
export function KpiStrip({ view, children }: { view: ReportView; children?: ReactNode }) {
  const { state, report, query, span, now } = view;
  const bots = useQuery({ ...botSeries(query), enabled: (report?.count?.bots ?? 0) > 0 });
  const scans = useScans(view);
  const count = report?.count;
  const points = report?.timeseries?.points ?? [];
  const days = span.start === null ? 2 : ((span.end ?? now) - span.start) / 86_400_000;
  const traffic = { human: 'Clicks', bot: 'Clicks of bots', all: 'Clicks, bots too' }[state.traffic];
  return (
    <header className="report-kpis">
      <Card view={view} kpi="clicks" name={traffic} value={count?.clicks} before={count?.previous?.clicks}>
        <ModuleBars size="sm" rows={6} values={downsample(points.map((point) => point.clicks))} />
      </Card>
      <Card
        view={view}
        kpi="uniques"
        name="Unique visitors"
        value={count?.uniques}
        before={count?.previous?.uniques}
        note={days > 1 ? 'sum of days' : undefined}
      >
        <ModuleBars size="sm" rows={6} values={downsample(points.map((point) => point.uniques))} />
      </Card>
      <Card view={view} kpi="scans" name="QR scans" value={scans.count} before={scans.before}>
        <ModuleBars size="sm" rows={6} values={downsample((scans.series?.points ?? []).map((point) => point.clicks))} />
      </Card>
      <Card
        view={view}
        kpi="bots"
        name={state.traffic === 'human' ? 'Bots, excluded' : 'Bots'}
        value={count?.bots}
        before={count?.previous?.bots}
        note={count && botShare(count, state.traffic)}
        neutral
      >
        <ModuleBars size="sm" rows={6} values={downsample((bots.data?.points ?? []).map((point) => point.clicks))} />
      </Card>
      {children}
    </header>
  );
}

/** "12% of all": the share of bots in the whole traffic. */
function botShare({ clicks, bots }: { clicks: number; bots: number }, traffic: string): string | undefined {
  const all = traffic === 'human' ? clicks + bots : clicks;
  return all > 0 ? `${formatShare(bots / all)} of all` : undefined;
}

interface CardProps {
  view: ReportView;
  kpi: Kpi;
  name: string;
  value: number | undefined;
  before: number | undefined;
  note?: string;
  /** More is neither good nor bad. */
  neutral?: boolean;
  children?: ReactNode;
}

function Card({ view: { state, change }, kpi, name, value, before, note, neutral, children }: CardProps) {
  const moved = value === undefined ? null : percentChange(value, before);
  const tone =
    neutral || moved === null || moved === 0 ? 'ui-muted' : moved === 'new' || moved > 0 ? 'ui-up' : 'ui-down';
  return (
    <button type="button" className="ui-kpi" aria-pressed={state.kpi === kpi} onClick={() => change({ kpi })}>
      <span>{name}</span>
      <b>{value === undefined ? '...' : formatCount(value)}</b>
      <i>
        {moved !== null && <em className={tone}>{moved === 'new' ? 'new' : formatTrend(moved)}</em>}
        {note && <small className="ui-muted">{note}</small>}
        {moved === null && !note && <small className="ui-muted">{before === undefined ? '' : 'none before'}</small>}
      </i>
      {children}
    </button>
  );
}
