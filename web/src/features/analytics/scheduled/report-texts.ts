import { FILTER_DIMENSIONS, type FilterDimension, valueLabel } from '@/entities/analytics/model/dimensions';
import type { Filters } from '@/entities/analytics/model/filters';
import type { ReportFilter, ScheduledReport } from '@/entities/scheduled-report/scheduled-report.queries';
import { t } from '@/shared/i18n/t';

export const INTERVALS = [
  { value: 'week', label: t('Each Monday, about the week before') },
  { value: 'month', label: t('On the first day of each month, about the month before') },
] as const satisfies readonly { value: ScheduledReport['every']; label: string }[];

/** The filters of the analytics screen as the API stores them. */
export function storedFilters(filters: Filters): ReportFilter[] {
  return Object.entries(filters).flatMap(([name, { is, not }]) =>
    [
      { dimension: name as FilterDimension, values: [...is], negated: false },
      { dimension: name as FilterDimension, values: [...not], negated: true },
    ].filter(({ values }) => values.length > 0),
  );
}

const isListed = (name: string): name is FilterDimension => name in FILTER_DIMENSIONS;

/** "Country: Germany, Austria". Programs can filter by dimensions that the screen does not offer. */
export function filterText({ dimension, values, negated, labels }: ReportFilter): string {
  const listed = isListed(dimension) ? dimension : undefined;
  const name = (key: string) => (listed ? valueLabel(listed, key, labels?.[key]) : (labels?.[key] ?? key));
  const text = { dimension: listed ? FILTER_DIMENSIONS[listed].one : dimension, values: values.map(name).join(', ') };
  return negated ? t('{dimension}: not {values}', text) : t('{dimension}: {values}', text);
}

/** The suggested name of a report: its filters, or all links. */
export function suggestedReportName(filters: readonly ReportFilter[]): string {
  return filters.length === 0 ? t('All links') : filters.map(filterText).join(' · ').slice(0, MAX_REPORT_NAME);
}

export const MAX_REPORT_NAME = 80;
