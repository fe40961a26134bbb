import { FILTER_DIMENSIONS, valueLabel } from '@/entities/analytics/model/dimensions';
import { formatDateRange } from '@/entities/analytics/model/report-labels';
import type { Selection } from './shared-state';

const COUNTED = { human: 'clicks of people', bot: 'clicks of bots', all: 'clicks of people and bots' } as const;
const COMPARED = { previous: 'previous period', year: 'previous year' } as const;

interface Props {
  selection: Selection;
  /** What the page is about, where its name does not say so. */
  label?: string | null;
}

/** What the page shows and a visitor cannot change: subject, filters, days, traffic, time zone. */
export function SharedFacts({ selection, label }: Props) {
  const { filters, traffic, start, end, timeZone, compare, compareStart, compareEnd, interval } = selection;
  const zone = timeZone ?? 'UTC';
  const range = (from: string, to?: string | null) =>
    formatDateRange(Date.parse(from), to ? Date.parse(to) : Date.now(), zone, true);
  const bounded = Boolean(interval || start);
  const other = compare ? COMPARED[compare] : compareStart && range(compareStart, compareEnd);
  const facts = [
    label,
    start && range(start, end),
    COUNTED[traffic],
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
                {dimension === 'alias' ? 'Alias' : FILTER_DIMENSIONS[dimension].one} {negated ? 'is not' : 'is'}
              </span>{' '}
              {values
                .map((value) => (dimension === 'alias' ? value : valueLabel(dimension, value, labels?.[value])))
                .join(', ')}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
