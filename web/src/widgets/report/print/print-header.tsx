import { useQuery } from '@tanstack/react-query';
import type { FilterDimension } from '@/entities/analytics/model/dimensions';
import type { Filter } from '@/entities/analytics/model/filters';
import { comparisonSpan } from '@/entities/analytics/model/period';
import { formatDateRange, formatPeriod } from '@/entities/analytics/model/report-labels';
import type { Traffic } from '@/entities/analytics/model/report-search';
import { currentWorkspace } from '@/entities/workspace/workspace.queries';
import { formatDateTime } from '@/shared/lib/format';
import { firstBucket, useReport, useReportData } from '../report-context';
import { FilterSentence } from '../toolbar/filter-sentence';

const TRAFFIC_LABELS: Record<Traffic, string> = {
  human: 'Clicks by people, bots excluded',
  bot: 'Clicks by bots',
  all: 'All clicks, bots included',
};

/** The settings of a printed report. Hidden on the screen, where the toolbar shows them. */
export function PrintHeader() {
  const { span, zone, now, query, state } = useReport();
  const { data: start } = useReportData(firstBucket);
  const workspace = useQuery(currentWorkspace());
  const other = comparisonSpan(span, query.compare, now, zone);
  const filters = Object.entries(state.filters) as [FilterDimension, Filter][];
  return (
    <dl className="report-paper">
      <div>
        <dt>Workspace</dt>
        <dd>{workspace.data?.name}</dd>
      </div>
      <div>
        <dt>Period</dt>
        <dd>{formatPeriod(span, zone, now, start)}</dd>
      </div>
      <div>
        <dt>Compared with</dt>
        <dd>{other ? formatDateRange(other.start, other.end, zone) : 'No comparison'}</dd>
      </div>
      <div>
        <dt>Traffic</dt>
        <dd>{TRAFFIC_LABELS[state.traffic]}</dd>
      </div>
      <div>
        <dt>Time zone</dt>
        <dd>{zone}</dd>
      </div>
      <div>
        <dt>As of</dt>
        <dd>{formatDateTime(new Date(now), zone)}</dd>
      </div>
      <div className="report-filters">
        <dt>Filters</dt>
        {filters.length === 0 && <dd>None</dd>}
        {filters.map(([dimension, filter]) => (
          <dd key={dimension}>
            <FilterSentence dimension={dimension} filter={filter} />
          </dd>
        ))}
      </div>
    </dl>
  );
}
