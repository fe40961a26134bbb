import type { Report } from '@/entities/analytics/analytics.types';
import { FILTER_DIMENSIONS, type FilterDimension, valueLabel } from '@/entities/analytics/model/dimensions';
import { comparisonSpan } from '@/entities/analytics/model/period';
import { formatDateRange, periodLabel } from '@/entities/analytics/model/report-labels';
import type { CreateShare } from '@/entities/share/share.queries';
import { midSentence } from '@/shared/i18n/mid-sentence';
import { t } from '@/shared/i18n/t';
import type { ReportSettings } from '@/widgets/report/report-context';

type Part = NonNullable<CreateShare['parts']>[number];

/** The optional parts of a shared page. The totals and their chart are always part of it. */
export const PART_GROUPS = [
  { name: 'hours', label: t('Hours of the week'), parts: ['heatmap'] },
  { name: 'links', label: t('Links'), parts: ['link'] },
  { name: 'places', label: t('Countries, cities and languages'), parts: ['country', 'city', 'language'] },
  { name: 'sources', label: t('Referrers, triggers and QR scans'), parts: ['referrer', 'trigger'] },
  { name: 'devices', label: t('Devices, browsers and systems'), parts: ['device', 'browser', 'os'] },
  { name: 'utm', label: t('UTM sources, mediums and campaigns'), parts: ['utmSource', 'utmMedium', 'utmCampaign'] },
] as const satisfies readonly { name: string; label: string; parts: readonly Part[] }[];

export type PartGroup = (typeof PART_GROUPS)[number]['name'];

/** A rolling period ends when the page is opened; a fixed one never changes. */
export const PERIOD_KINDS = ['rolling', 'fixed'] as const;

export type PeriodKind = (typeof PERIOD_KINDS)[number];

const iso = (moment: number) => new Date(moment).toISOString();

/** A report to share: its settings, and its data once loaded. */
export interface ShareSource {
  settings: ReportSettings;
  report: Report | undefined;
}

/** The start of the report in ms. An all-time report starts at its first bucket. */
const startOf = ({ settings: { span, now }, report }: ShareSource) =>
  span.start ?? Date.parse(report?.timeseries?.points[0]?.start ?? iso(now));

/** The period options of a shared page. A custom period is always fixed. */
export function periodOptions(source: ShareSource): { value: PeriodKind; label: string }[] {
  const { state, span, zone, now } = source.settings;
  const fixed = {
    value: 'fixed' as const,
    label: t('Fixed: {period}', { period: formatDateRange(startOf(source), span.end ?? now, zone, true) }),
  };
  if (state.period.name === 'custom') return [fixed];
  return [
    {
      value: 'rolling',
      label: t('Rolling: {period}', { period: midSentence(periodLabel(state.period, span, zone, now)) }),
    },
    fixed,
  ];
}

/** The part of a create request that selects the report's data. */
export function shareSelection(
  source: ShareSource,
  kind: PeriodKind,
  groups: ReadonlySet<PartGroup>,
): Partial<CreateShare> {
  const { state, query, span, zone, now, linkId } = source.settings;
  const other = comparisonSpan(span, query.compare, now, zone);
  const explicit = other && { compareStart: iso(other.start), compareEnd: iso(other.end) };
  const isNamed = query.compare === 'previous' || query.compare === 'year';
  const period: Partial<CreateShare> =
    kind === 'rolling' && state.period.name !== 'custom'
      ? {
          interval: state.period.name,
          ...(other && (isNamed ? { compare: query.compare as 'previous' | 'year' } : explicit)),
        }
      : { start: iso(startOf(source)), end: iso(span.end ?? now), ...explicit };
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

/** The suggested name of a page: subject, filters and period. */
export function suggestedName({ settings, report }: ShareSource, subject: string): string {
  const { state, span, zone, now } = settings;
  const filters = Object.entries(state.filters).map(([name, { is, not }]) => {
    const dimension = name as FilterDimension;
    const rows = dimension === 'weekday' || dimension === 'hour' ? undefined : report?.[dimension]?.rows;
    const label = (key: string) => valueLabel(dimension, key, rows?.find((row) => row.key === key)?.label);
    const values = [...is.map(label), ...not.map((key) => t('not {value}', { value: label(key) }))];
    return `${FILTER_DIMENSIONS[dimension].one} ${values.join(', ')}`;
  });
  const period = periodLabel(state.period, span, zone, now);
  return [subject, ...filters, state.period.name === 'custom' ? period : midSentence(period)]
    .join(' · ')
    .slice(0, MAX_NAME_LENGTH);
}
