import type { FilterDimension } from '@/entities/analytics/model/dimensions';
import type { Filter } from '@/entities/analytics/model/filters';
import { comparisonSpan } from '@/entities/analytics/model/period';
import { formatDateRange } from '@/entities/analytics/model/report-labels';
import type { Traffic } from '@/entities/analytics/model/report-search';
import { t } from '@/shared/i18n/t';
import { useReport } from '@/widgets/report/report-context';
import { FilterSentence } from '@/widgets/report/toolbar/filter-sentence';

const TRAFFIC_LABELS: Record<Traffic, string> = {
  human: t('Clicks by people'),
  bot: t('Clicks by bots'),
  all: t('Clicks by people and bots'),
};

/** The settings of the report that a shared page copies. */
export function ShareSummary() {
  const { state, query, span, zone, now } = useReport();
  const other = comparisonSpan(span, query.compare, now, zone);
  const filters = Object.entries(state.filters) as [FilterDimension, Filter][];
  return (
    <dl className="share-summary">
      <dt>{t('Filters')}</dt>
      {filters.length === 0 && <dd>{t('None')}</dd>}
      {filters.map(([dimension, filter]) => (
        <dd key={dimension}>
          <FilterSentence dimension={dimension} filter={filter} />
        </dd>
      ))}
      <dt>{t('Traffic')}</dt>
      <dd>{TRAFFIC_LABELS[state.traffic]}</dd>
      <dt>{t('Comparison')}</dt>
      <dd>{other ? formatDateRange(other.start, other.end, zone, true) : t('None')}</dd>
      <dt>{t('Time zone')}</dt>
      <dd>{zone}</dd>
    </dl>
  );
}
