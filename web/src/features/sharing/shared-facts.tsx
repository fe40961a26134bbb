import { FILTER_DIMENSIONS, type FilterDimension, valueLabel } from '@/entities/analytics/model/dimensions';
import { formatDateRange } from '@/entities/analytics/model/report-labels';
import { t } from '@/shared/i18n/t';
import type { Selection } from './shared-state';

const TRAFFIC_LABELS = {
  human: t('clicks by people'),
  bot: t('clicks by bots'),
  all: t('clicks by people and bots'),
} as const;
/** Filters of the API that the reports do not offer. */
const PLAIN = { alias: t('Alias'), page: t('Bio page'), block: t('Block') } as const;
type Plain = keyof typeof PLAIN;
const COMPARISON_LABELS = {
  previous: t('compared with the previous period'),
  year: t('compared with the previous year'),
} as const;

interface Props {
  selection: Selection;
  /** The subject of the page, when its title is something else. */
  label?: string | null;
}

/** The fixed settings of the page: subject, filters, period, traffic and time zone. */
export function SharedFacts({ selection, label }: Props) {
  const { filters, traffic, start, end, timeZone, compare, compareStart, compareEnd, interval } = selection;
  const zone = timeZone ?? 'UTC';
  const range = (from: string, to?: string | null) =>
    formatDateRange(Date.parse(from), to ? Date.parse(to) : Date.now(), zone, true);
  const bounded = Boolean(interval || start);
  const other = compare
    ? COMPARISON_LABELS[compare]
    : compareStart && t('compared with {period}', { period: range(compareStart, compareEnd) });
  const facts = [label, start && range(start, end), TRAFFIC_LABELS[traffic], other, bounded && zone];
  return (
    <div className="shared-facts">
      <p className="ui-muted">{facts.filter(Boolean).join(' · ')}</p>
      {filters.length > 0 && (
        <ul aria-label={t('Filters of this page')}>
          {filters.map(({ dimension, values, negated, labels }) => (
            <li key={`${dimension} ${negated}`} className="shared-pill">
              <span className="ui-muted">
                {dimension in PLAIN ? PLAIN[dimension as Plain] : FILTER_DIMENSIONS[dimension as FilterDimension].one}
              </span>{' '}
              {values
                .map((value) =>
                  dimension in PLAIN
                    ? (labels?.[value] ?? value)
                    : valueLabel(dimension as FilterDimension, value, labels?.[value]),
                )
                .map((value) => (negated ? t('not {value}', { value }) : value))
                .join(', ')}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
