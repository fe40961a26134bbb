import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { percentChange } from '@/entities/analytics/model/report-labels';
import type { Kpi } from '@/entities/analytics/model/report-search';
import { botSeries } from '@/entities/analytics/report.queries';
import { ModuleBars } from '@/shared/charts/module-bars';
import { t } from '@/shared/i18n/t';
import { formatCount, formatShare, formatTrend } from '@/shared/lib/format';
import { lazyPart } from '@/shared/ui/lazy-part';
import { useReport, useReportData } from '../report-context';
import { hasImported } from './use-chart-series';
import { useScans } from './use-scans';
import './kpi-strip.css';

const ImportedTotal = lazyPart(() => import('./imported-note'), 'ImportedTotal');

const CLICKS = { human: t('Clicks'), bot: t('Bot clicks'), all: t('Clicks including bots') };
const SCANS = { human: t('Scans'), bot: t('Bot scans'), all: t('Scans including bots') };

/** The columns of a card's sparkline. */
const COLUMNS = 24;

/** A series summed up into at most `columns` values. */
export function downsample(values: readonly number[], columns = COLUMNS): number[] {
  if (values.length <= columns) return [...values];
  const sums = Array.from({ length: columns }, () => 0);
  values.forEach((value, at) => {
    const part = Math.floor((at * columns) / values.length);
    sums[part] = (sums[part] ?? 0) + value;
  });
  return sums;
}

/**
 * Clicks, visitors, scans and bots with their change. Each selects the chart's metric; `children` may add more cards.
 * All clicks of a QR code are scans, which one card shows.
 */
export function KpiStrip({ children }: { children?: ReactNode }) {
  const { state, query, span, now, codeId } = useReport();
  const { data: report } = useReportData(({ count, timeseries }) => ({ count, timeseries }));
  const bots = useQuery({ ...botSeries(query), enabled: (report?.count?.bots ?? 0) > 0 });
  const count = report?.count;
  const points = report?.timeseries?.points ?? [];
  const days = span.start === null ? 2 : ((span.end ?? now) - span.start) / 86_400_000;
  const traffic = (codeId ? SCANS : CLICKS)[state.traffic];
  return (
    <header className="report-kpis">
      <Card
        kpi="clicks"
        name={traffic}
        value={count?.clicks}
        before={count?.previous?.clicks}
        more={hasImported(count) && <ImportedTotal {...count} />}
      >
        <ModuleBars size="sm" rows={6} values={downsample(points.map((point) => point.clicks))} />
      </Card>
      <Card
        kpi="uniques"
        name={t('Unique visitors')}
        value={count?.uniques}
        before={count?.previous?.uniques}
        note={days > 1 ? t('sum of days') : undefined}
      >
        <ModuleBars size="sm" rows={6} values={downsample(points.map((point) => point.uniques))} />
      </Card>
      {!codeId && <ScansCard />}
      <Card
        kpi="bots"
        name={state.traffic === 'human' ? t('Bots, excluded') : t('Bots')}
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

function ScansCard() {
  const { count, before, series } = useScans();
  return (
    <Card kpi="scans" name={t('QR scans')} value={count} before={before}>
      <ModuleBars size="sm" rows={6} values={downsample((series?.points ?? []).map((point) => point.clicks))} />
    </Card>
  );
}

/** The share of bots in all traffic: "12% of all". */
function botShare({ clicks, bots }: { clicks: number; bots: number }, traffic: string): string | undefined {
  const all = traffic === 'human' ? clicks + bots : clicks;
  return all > 0 ? t('{share} of all', { share: formatShare(bots / all) }) : undefined;
}

interface CardProps {
  kpi: Kpi;
  name: string;
  value: number | undefined;
  before: number | undefined;
  note?: string;
  /** Figures that are not in the value. */
  more?: ReactNode;
  /** An increase is neither good nor bad. */
  neutral?: boolean;
  children?: ReactNode;
}

function Card({ kpi, name, value, before, note, more, neutral, children }: CardProps) {
  const { state, change } = useReport();
  const delta = value === undefined ? null : percentChange(value, before);
  const tone =
    neutral || delta === null || delta === 0 ? 'ui-muted' : delta === 'new' || delta > 0 ? 'ui-up' : 'ui-down';
  return (
    <button type="button" className="ui-kpi" aria-pressed={state.kpi === kpi} onClick={() => change({ kpi })}>
      <span>{name}</span>
      <b>{value === undefined ? '...' : formatCount(value)}</b>
      <i>
        {delta !== null && <em className={tone}>{delta === 'new' ? t('new') : formatTrend(delta)}</em>}
        {note && <small className="ui-muted">{note}</small>}
        {delta === null && !note && (
          <small className="ui-muted">{before === undefined ? '' : t('no clicks before')}</small>
        )}
      </i>
      {more}
      {children}
    </button>
  );
}
