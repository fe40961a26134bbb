import { useQuery } from '@tanstack/react-query';
import type { FilterDimension } from '@/entities/analytics/model/dimensions';
import type { Filter } from '@/entities/analytics/model/filters';
import { comparisonSpan } from '@/entities/analytics/model/period';
import { formatDateRange, formatPeriod } from '@/entities/analytics/model/report-labels';
import type { Traffic } from '@/entities/analytics/model/report-search';
import { currentWorkspace } from '@/entities/workspace/workspace.queries';
import { formatDateTime } from '@/shared/lib/format';
import { FilterSentence } from '../toolbar/filter-sentence';
import type { ReportView } from '../use-report';

const COUNTED: Record<Traffic, string> = {
  human: 'Clicks of people, bots excluded',
  bot: 'Clicks of bots',
  all: 'All clicks, bots too',
};

/** What a printed report says of itself: paper has no menus that tell what is looked at. Not seen on the screen. */
export function PrintHeader({ view }: { view: ReportView }) {
  const { span, zone, now, query, state } = view;
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
        <dd>{formatPeriod(view)}</dd>
      </div>
      <div>
        <dt>Compared with</dt>
        <dd>{other ? formatDateRange(other.start, other.end, zone) : 'Nothing'}</dd>
      </div>
      <div>
        <dt>Counted</dt>
        <dd>{COUNTED[state.traffic]}</dd>
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
            <FilterSentence view={view} dimension={dimension} filter={filter} />
          </dd>
        ))}
      </div>
    </dl>
  );
}
