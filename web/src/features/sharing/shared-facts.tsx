import { FILTER_DIMENSIONS, type FilterDimension, valueLabel } from '@/entities/analytics/model/dimensions';
import { formatDateRange } from '@/entities/analytics/model/report-labels';
import type { Selection } from './shared-state';

const TRAFFIC_LABELS = { human: 'clicks by people', bot: 'clicks by bots', all: 'clicks by people and bots' } as const;
/** Filters of the API that the reports do not offer. */
const PLAIN = { alias: 'Alias', page: 'Bio page', block: 'Block' } as const;
type Plain = keyof typeof PLAIN;
const COMPARISON_LABELS = { previous: 'previous period', year: 'previous year' } as const;

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
  const other = compare ? COMPARISON_LABELS[compare] : compareStart && range(compareStart, compareEnd);
  const facts = [
    label,
    start && range(start, end),
    TRAFFIC_LABELS[traffic],
    other && `compared with ${other}`,
    bounded && zone,
  ];
  return (
    <div className="shared-facts">
      <p className="ui-muted">{facts.filter(Boolean).join(' · ')}</p>
      {filters.length > 0 && (
        <ul aria-label="Filters of this page">
          {filters.map(({ dimension, values, negated, labels }) => (
            <li key={`${dimension} ${negated}`} className="shared-pill">
              <span className="ui-muted">
                {dimension in PLAIN ? PLAIN[dimension as Plain] : FILTER_DIMENSIONS[dimension as FilterDimension].one}{' '}
                {negated ? 'is not' : 'is'}
              </span>{' '}
              {values
                .map((value) =>
                  dimension in PLAIN
                    ? (labels?.[value] ?? value)
                    : valueLabel(dimension as FilterDimension, value, labels?.[value]),
                )
                .join(', ')}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
