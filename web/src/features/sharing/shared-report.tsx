import { useQuery } from '@tanstack/react-query';
import { FILTER_DIMENSIONS, valueLabel } from '@/entities/analytics/model/dimensions';
import { withFilter } from '@/entities/analytics/model/filters';
import { hourPredicate, isHourSelected, toggleHours } from '@/entities/analytics/model/hour-filters';
import { t } from '@/shared/i18n/t';
import { browserTimeZone } from '@/shared/lib/time-zone';
import { Icon } from '@/shared/ui/icon';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { HoursView } from '@/widgets/report/hours/hours-view';
import { sharedReport } from './shared.queries';
import { SharedChart } from './shared-chart';
import { SharedList } from './shared-list';
import { SharedPeriod } from './shared-period';
import { type Selection, type SHARED_DIMENSIONS, SHARED_FILTERS, type SharedState } from './shared-state';
import { useSharedScans } from './use-shared-scans';

interface Props {
  token: string;
  pass: string | null;
  /** The page's settings and parts. */
  selection: Selection;
  state: SharedState;
  change: (patch: Partial<SharedState>) => void;
}

/** The dimensions of each panel. */
const LISTS: readonly (readonly (typeof SHARED_DIMENSIONS)[number][])[] = [
  ['link'],
  ['country', 'city', 'language'],
  ['referrer', 'trigger'],
  ['device', 'browser', 'os'],
  ['utmSource', 'utmMedium', 'utmCampaign'],
];

/** The charts and lists of a shared page. */
export function SharedReport({ token, pass, selection, state, change }: Props) {
  const bounded = Boolean(selection.interval || selection.start);
  const zone = (bounded && selection.timeZone) || browserTimeZone();
  const query = { state, zone, bounded };
  const report = useQuery(sharedReport(token, pass, query));
  const scans = useSharedScans(token, pass, query, report);
  const included = hourPredicate(state.filters);
  return (
    <>
      <div className="shared-bar">
        <SharedPeriod selection={selection} state={state} change={change} />
        <Pills state={state} change={change} />
      </div>
      {report.isError && <PanelError error={report.error} onRetry={() => report.refetch()} />}
      {!report.data && !report.isError && <Skeleton height={420} />}
      {report.data && (
        <div className="report-body" data-stale={report.isPlaceholderData || undefined}>
          <SharedChart report={report.data} scans={scans} zone={zone} withScans={report.data.trigger !== undefined} />
          {report.data.heatmap && (
            <div className="mt-6">
              <HoursView
                heatmap={report.data.heatmap}
                zone={zone}
                week={included === undefined}
                included={included}
                selected={(place) => isHourSelected(state.filters, place)}
                onSelect={(place) => change({ filters: toggleHours(state.filters, place) })}
              />
            </div>
          )}
          <div className="report-even">
            {LISTS.map((tabs) => {
              const shown = tabs.filter((tab) => selection.parts.includes(tab));
              const [first, ...rest] = shown;
              return (
                first && (
                  <SharedList
                    key={tabs[0]}
                    report={report.data}
                    state={state}
                    change={change}
                    tabs={[first, ...rest]}
                  />
                )
              );
            })}
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
    const labels = [
      ...filter.is.map((key) => valueLabel(dimension, key)),
      ...filter.not.map((key) => t('not {value}', { value: valueLabel(dimension, key) })),
    ];
    return [
      <button
        key={dimension}
        type="button"
        className="shared-pill"
        aria-label={t('Remove filter: {filter}', {
          filter: `${FILTER_DIMENSIONS[dimension].one} ${labels.join(', ')}`,
        })}
        onClick={() => change({ filters: withFilter(filters, dimension, { is: [], not: [] }) })}
      >
        <span className="ui-muted">{FILTER_DIMENSIONS[dimension].one}</span>{' '}
        {dimension === 'link' ? t('{count} selected', { count: labels.length }) : labels.join(', ')}
        <Icon name="x" />
      </button>,
    ];
  });
}
