import { useQuery } from '@tanstack/react-query';
import { FILTERED, wordsOf } from '@/entities/analytics/dimensions';
import { withFilter } from '@/entities/analytics/filters';
import { isChosen, keptHours, withPlace } from '@/entities/analytics/hour-filters';
import { HoursView } from '@/entities/analytics/hours-view';
import { browserTimeZone } from '@/entities/analytics/time-zone';
import { Icon } from '@/shared/ui/icon';
import { PanelError } from '@/shared/ui/panel-error';
import { Segmented } from '@/shared/ui/segmented';
import { Skeleton } from '@/shared/ui/skeleton';
import { sharedReport } from './shared.queries';
import { SharedChart } from './shared-chart';
import { SharedList } from './shared-list';
import { INTERVALS, SHARED_FILTERS, type SharedState } from './shared-state';
import { useSharedScans } from './use-shared-scans';

interface Props {
  token: string;
  pass: string | null;
  /** It is about several links. */
  several: boolean;
  state: SharedState;
  change: (named: Partial<SharedState>) => void;
}

/** The figures of a shared page: how many, when, from where. */
export function SharedReport({ token, pass, several, state, change }: Props) {
  const zone = browserTimeZone();
  const report = useQuery(sharedReport(token, pass, state, zone));
  const scans = useSharedScans(token, pass, state, zone, report);
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
          <SharedChart report={report.data} scans={scans} zone={zone} />
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
