import { useQuery } from '@tanstack/react-query';
import type { FilterDimension } from '@/entities/analytics/model/dimensions';
import type { Filter } from '@/entities/analytics/model/filters';
import { comparisonSpan } from '@/entities/analytics/model/period';
import { formatDateRange, formatPeriod } from '@/entities/analytics/model/report-labels';
import type { Traffic } from '@/entities/analytics/model/report-search';
import { currentWorkspace } from '@/entities/workspace/workspace.queries';
import { t } from '@/shared/i18n/t';
import { formatDateTime } from '@/shared/lib/format';
import { firstBucket, useReport, useReportData } from '../report-context';
import { FilterSentence } from '../toolbar/filter-sentence';

const TRAFFIC_LABELS: Record<Traffic, string> = {
  human: t('Clicks by people, bots excluded'),
  bot: t('Clicks by bots'),
  all: t('All clicks, bots included'),
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
        <dt>{t('Workspace')}</dt>
        <dd>{workspace.data?.name}</dd>
      </div>
      <div>
        <dt>{t('Period')}</dt>
        <dd>{formatPeriod(span, zone, now, start)}</dd>
      </div>
      <div>
        <dt>{t('Compared with')}</dt>
        <dd>{other ? formatDateRange(other.start, other.end, zone) : t('No comparison')}</dd>
      </div>
      <div>
        <dt>{t('Traffic')}</dt>
        <dd>{TRAFFIC_LABELS[state.traffic]}</dd>
      </div>
      <div>
        <dt>{t('Time zone')}</dt>
        <dd>{zone}</dd>
      </div>
      <div>
        <dt>{t('As of')}</dt>
        <dd>{formatDateTime(new Date(now), zone)}</dd>
      </div>
      <div className="report-filters">
        <dt>{t('Filters')}</dt>
        {filters.length === 0 && <dd>{t('None')}</dd>}
        {filters.map(([dimension, filter]) => (
          <dd key={dimension}>
            <FilterSentence dimension={dimension} filter={filter} />
          </dd>
        ))}
      </div>
    </dl>
  );
}
