import type { FilterDimension } from '@/entities/analytics/model/dimensions';
import type { Filter } from '@/entities/analytics/model/filters';
import { comparisonSpan } from '@/entities/analytics/model/period';
import { formatDateRange } from '@/entities/analytics/model/report-labels';
import type { Traffic } from '@/entities/analytics/model/report-search';
import { FilterSentence } from '@/widgets/report/toolbar/filter-sentence';
import type { ReportView } from '@/widgets/report/use-report';

export const TRAFFIC_WORDS: Record<Traffic, string> = {
  human: 'Clicks of people',
  bot: 'Clicks of bots',
  all: 'Clicks of people and bots',
};

/** What a new page will show: the filters, the traffic, the comparison and the time zone of the report. */
export function ShareSummary({ view }: { view: ReportView }) {
  const { state, query, span, zone, now } = view;
  const other = comparisonSpan(span, query.compare, now, zone);
  const filters = Object.entries(state.filters) as [FilterDimension, Filter][];
  return (
    <dl className="share-summary">
      <dt>Filters</dt>
      {filters.length === 0 && <dd>None</dd>}
      {filters.map(([dimension, filter]) => (
        <dd key={dimension}>
          <FilterSentence view={view} dimension={dimension} filter={filter} />
        </dd>
      ))}
      <dt>Counted</dt>
      <dd>{TRAFFIC_WORDS[state.traffic]}</dd>
      <dt>Compared with</dt>
      <dd>{other ? formatDateRange(other.start, other.end, zone, true) : 'Nothing'}</dd>
      <dt>Time zone</dt>
      <dd>{zone}</dd>
    </dl>
  );
}
