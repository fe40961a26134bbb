import type { ReportFilter } from '@/entities/scheduled-report/scheduled-report.queries';
import { t } from '@/shared/i18n/t';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { filterText } from './report-texts';

interface Props {
  filters: readonly ReportFilter[];
  onRemove: (filter: ReportFilter) => void;
  error?: string;
  /** Where other filters are chosen. */
  hint: string;
}

/** The filters of a report or an alert, each with a button that removes it. */
export function FilterPicker({ filters, onRemove, error, hint }: Props) {
  return (
    <div className="scheduled-filters">
      <h3>{t('Filters')}</h3>
      {filters.length === 0 && <p className="ui-muted">{t('None: all links that a receiver may see.')}</p>}
      <ul>
        {filters.map((filter) => (
          <li key={filterText(filter)}>
            <span className="min-w-0">{filterText(filter)}</span>
            <Button
              size="sm"
              tone="quiet"
              aria-label={t('Remove the filter {filter}', { filter: filterText(filter) })}
              onClick={() => onRemove(filter)}
            >
              <Icon name="x" />
            </Button>
          </li>
        ))}
      </ul>
      {error && <p className="ui-error">{error}</p>}
      <p className="ui-small ui-muted">{hint}</p>
    </div>
  );
}

/** The filters as requests contain them, without labels. */
export const withoutLabels = (filters: readonly ReportFilter[]): ReportFilter[] =>
  filters.map(({ dimension, values, negated }) => ({ dimension, values, negated }));
