import { FILTER_DIMENSIONS, type FilterDimension, valueLabel } from '@/entities/analytics/model/dimensions';
import { comparisonSpan } from '@/entities/analytics/model/period';
import { formatDateRange, periodLabel } from '@/entities/analytics/model/report-labels';
import type { CreateShare } from '@/entities/share/share.queries';
import type { ReportView } from '@/widgets/report/use-report';

type Part = NonNullable<CreateShare['parts']>[number];

/** The parts of a shared page that one can leave out. The totals and their chart are always there. */
export const PART_GROUPS = [
  { name: 'hours', label: 'Hours of the week', parts: ['heatmap'] },
  { name: 'links', label: 'Links', parts: ['link'] },
  { name: 'places', label: 'Countries, cities and languages', parts: ['country', 'city', 'language'] },
  { name: 'sources', label: 'Referrers, triggers and QR scans', parts: ['referrer', 'trigger'] },
  { name: 'devices', label: 'Devices, browsers and systems', parts: ['device', 'browser', 'os'] },
  { name: 'utm', label: 'UTM sources, mediums and campaigns', parts: ['utmSource', 'utmMedium', 'utmCampaign'] },
] as const satisfies readonly { name: string; label: string; parts: readonly Part[] }[];

export type PartGroup = (typeof PART_GROUPS)[number]['name'];

/** Whether the page's period ends now, whenever it is opened, or stays as it is. */
export type PeriodKind = 'rolling' | 'fixed';

const iso = (moment: number) => new Date(moment).toISOString();

/** The first moment of the report; of all time it is known once the answer is there. */
const startOf = ({ span, now, report }: ReportView) =>
  span.start ?? Date.parse(report?.timeseries?.points[0]?.start ?? iso(now));

/** The periods that a page can have. One between two days can only be fixed. */
export function periodChoices(view: ReportView): { value: PeriodKind; label: string }[] {
  const { state, span, zone, now } = view;
  const fixed = {
    value: 'fixed' as const,
    label: `Fixed: ${formatDateRange(startOf(view), span.end ?? now, zone, true)}`,
  };
  if (state.period.name === 'custom') return [fixed];
  return [{ value: 'rolling', label: `Rolling: ${periodLabel(state.period, span, zone, now).toLowerCase()}` }, fixed];
}

/** The report on the screen, as the selection that a new page is to show. */
export function selectionOf(view: ReportView, kind: PeriodKind, groups: ReadonlySet<PartGroup>): Partial<CreateShare> {
  const { state, query, span, zone, now, linkId } = view;
  const other = comparisonSpan(span, query.compare, now, zone);
  const explicit = other && { compareStart: iso(other.start), compareEnd: iso(other.end) };
  const shifted = query.compare === 'previous' || query.compare === 'year';
  const period: Partial<CreateShare> =
    kind === 'rolling' && state.period.name !== 'custom'
      ? {
          interval: state.period.name,
          ...(other && (shifted ? { compare: query.compare as 'previous' | 'year' } : explicit)),
        }
      : { start: iso(startOf(view)), end: iso(span.end ?? now), ...explicit };
  const parts = PART_GROUPS.filter(({ name }) => groups.has(name) && !(linkId && name === 'links'));
  return {
    filters: Object.entries(state.filters).flatMap(([name, { is, not }]) =>
      [
        { dimension: name as FilterDimension, values: [...is], negated: false },
        { dimension: name as FilterDimension, values: [...not], negated: true },
      ].filter(({ values }) => values.length > 0),
    ),
    traffic: state.traffic,
    timeZone: zone,
    ...period,
    parts: ['count', 'timeseries', ...parts.flatMap((group) => group.parts as readonly Part[])],
  };
}

const MAX_NAME_LENGTH = 100;

/** A name for the page: what it is about, its filters and its period. */
export function suggestedName(view: ReportView, subject: string): string {
  const { state, span, zone, now, report } = view;
  const filters = Object.entries(state.filters).map(([name, { is, not }]) => {
    const dimension = name as FilterDimension;
    const rows = dimension === 'weekday' || dimension === 'hour' ? undefined : report?.[dimension]?.rows;
    const words = (key: string) => valueLabel(dimension, key, rows?.find((row) => row.key === key)?.label);
    const both = [...is.map(words), ...not.map((key) => `not ${words(key)}`)];
    return `${FILTER_DIMENSIONS[dimension].one} ${both.join(', ')}`;
  });
  const period = periodLabel(state.period, span, zone, now);
  return [subject, ...filters, state.period.name === 'custom' ? period : period.toLowerCase()]
    .join(' · ')
    .slice(0, MAX_NAME_LENGTH);
}
