import type { FilterDimension } from '@/entities/analytics/model/dimensions';
import type { Filter } from '@/entities/analytics/model/filters';
import { comparisonSpan } from '@/entities/analytics/model/period';
import { formatDateRange } from '@/entities/analytics/model/report-labels';
import type { Traffic } from '@/entities/analytics/model/report-search';
import { useReport } from '@/widgets/report/report-context';
import { FilterSentence } from '@/widgets/report/toolbar/filter-sentence';

const TRAFFIC_LABELS: Record<Traffic, string> = {
  human: 'Clicks by people',
  bot: 'Clicks by bots',
  all: 'Clicks by people and bots',
};

/** The settings of the report that a shared page copies. */
export function ShareSummary() {
  const { state, query, span, zone, now } = useReport();
  const other = comparisonSpan(span, query.compare, now, zone);
  const filters = Object.entries(state.filters) as [FilterDimension, Filter][];
  return (
    <dl className="share-summary">
      <dt>Filters</dt>
      {filters.length === 0 && <dd>None</dd>}
      {filters.map(([dimension, filter]) => (
        <dd key={dimension}>
          <FilterSentence dimension={dimension} filter={filter} />
        </dd>
      ))}
      <dt>Traffic</dt>
      <dd>{TRAFFIC_LABELS[state.traffic]}</dd>
      <dt>Comparison</dt>
      <dd>{other ? formatDateRange(other.start, other.end, zone, true) : 'None'}</dd>
      <dt>Time zone</dt>
      <dd>{zone}</dd>
    </dl>
  );
}
