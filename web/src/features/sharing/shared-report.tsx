import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Report } from '@/entities/analytics/analytics.types';
import { FILTERED, wordsOf } from '@/entities/analytics/dimensions';
import { withFilter } from '@/entities/analytics/filters';
import { isChosen, keptHours, withPlace } from '@/entities/analytics/hour-filters';
import { HoursView } from '@/entities/analytics/hours-view';
import { changeOf } from '@/entities/analytics/report-words';
import { browserTimeZone } from '@/entities/analytics/time-zone';
import { TimeChart } from '@/shared/charts/time-chart';
import { formatCount, formatTrend } from '@/shared/lib/format';
import { Icon } from '@/shared/ui/icon';
import { PanelError } from '@/shared/ui/panel-error';
import { Segmented } from '@/shared/ui/segmented';
import { Skeleton } from '@/shared/ui/skeleton';
import { sharedReport } from './shared.queries';
import { SharedList } from './shared-list';
import { INTERVALS, SHARED_FILTERS, type SharedState } from './shared-state';

interface Props {
  token: string;
  pass: string | null;
  /** It is about several links. */
  several: boolean;
  state: SharedState;
  change: (named: Partial<SharedState>) => void;
}

const KPIS = { clicks: ['Clicks', 'click'], uniques: ['Unique visitors', 'visitor'] } as const;

/** The figures of a shared page: how many, when, from where. */
export function SharedReport({ token, pass, several, state, change }: Props) {
  const zone = browserTimeZone();
  const report = useQuery(sharedReport(token, pass, state, zone));
  const kept = keptHours(state.filters);
  return (
    <>
      <div className="shared-bar">
        <Segmented
          label="Period"
          value={state.interval}
          options={INTERVALS}
          onChange={(interval) => change({ interval })}
        />
        <Pills state={state} change={change} />
      </div>
      {report.isError && <PanelError error={report.error} onRetry={() => report.refetch()} />}
      {!report.data && !report.isError && <Skeleton height={420} />}
      {report.data && (
        <div className="report-body" data-stale={report.isPlaceholderData || undefined}>
          <Chart report={report.data} zone={zone} />
          <div className="mt-6">
            <HoursView
              heatmap={report.data.heatmap}
              zone={zone}
              week={kept === undefined}
              kept={kept}
              chosen={(place) => isChosen(state.filters, place)}
              onChoose={(place) => change({ filters: withPlace(state.filters, place) })}
            />
          </div>
          <div className="report-even">
            {several && <SharedList report={report.data} state={state} change={change} tabs={['link']} />}
            <SharedList report={report.data} state={state} change={change} tabs={['country', 'city', 'language']} />
            <SharedList report={report.data} state={state} change={change} tabs={['referrer', 'trigger']} />
            <SharedList report={report.data} state={state} change={change} tabs={['device', 'browser', 'os']} />
            <SharedList
              report={report.data}
              state={state}
              change={change}
              tabs={['utmSource', 'utmMedium', 'utmCampaign']}
            />
          </div>
        </div>
      )}
    </>
  );
}

function Pills({ state: { filters }, change }: Pick<Props, 'state' | 'change'>) {
  return SHARED_FILTERS.flatMap((dimension) => {
    const filter = filters[dimension];
    if (!filter) return [];
    const words = [
      ...filter.is.map((key) => wordsOf(dimension, key)),
      ...filter.not.map((key) => `not ${wordsOf(dimension, key)}`),
    ];
    return [
      <button
        key={dimension}
        type="button"
        className="shared-pill"
        aria-label={`Drop the filter: ${FILTERED[dimension].one} ${words.join(', ')}`}
        onClick={() => change({ filters: withFilter(filters, dimension, { is: [], not: [] }) })}
      >
        <span className="muted">{FILTERED[dimension].one}</span>{' '}
        {dimension === 'link' ? `${words.length} chosen` : words.join(', ')}
        <Icon name="x" />
      </button>,
    ];
  });
}

function Chart({ report: { count, timeseries }, zone }: { report: Report; zone: string }) {
  const [kpi, setKpi] = useState<keyof typeof KPIS>('clicks');
  if (!count || !timeseries) return null;
  const value = (point: { start: string; clicks: number; uniques: number }) => ({
    start: point.start,
    clicks: point[kpi],
  });
  const [label, noun] = KPIS[kpi];
  return (
    <section className="panel sheet" aria-label="Over time">
      <header className="kpis">
        {(Object.keys(KPIS) as (keyof typeof KPIS)[]).map((name) => {
          const moved = changeOf(count[name], count.previous?.[name]);
          return (
            <button key={name} type="button" className="kpi" aria-pressed={kpi === name} onClick={() => setKpi(name)}>
              <span>{KPIS[name][0]}</span>
              <b>{formatCount(count[name])}</b>
              <i>
                <small className="muted">
                  {moved === 'new' && 'none in the period before'}
                  {typeof moved === 'number' && `${formatTrend(moved)} to the period before`}
                </small>
              </i>
            </button>
          );
        })}
      </header>
      <TimeChart
        points={timeseries.points.map(value)}
        before={(timeseries.previous ?? []).map(value)}
        granularity={timeseries.granularity}
        timeZone={zone}
        label={label}
        noun={noun}
      />
    </section>
  );
}
