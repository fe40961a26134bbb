import type { Granularity } from '@/shared/charts/buckets';
import { t } from '@/shared/i18n/t';
import { dateFormat } from '@/shared/lib/intl';
import { type Comparison, PERIODS, type Period, type Span } from './period';

const DAY_MS = 86_400_000;

/** "24 October – 20 November 2026"; with times where the ends are no whole days. */
export function formatDateRange(start: number, end: number, zone: string, short = false): string {
  const inside = end - 1;
  const exact = end - start < DAY_MS - 7_200_000;
  const time = exact ? ({ hour: '2-digit', minute: '2-digit' } as const) : {};
  const format = dateFormat({ day: 'numeric', month: short ? 'short' : 'long', year: 'numeric', ...time }, zone);
  return format.formatRange(start, exact ? end : inside);
}

/** The date range of a span. For all time it starts at the first bucket; without one it is "All time". */
export function formatPeriod(span: Span, zone: string, now: number, firstBucket = ''): string {
  const first = span.start ?? Date.parse(firstBucket);
  return Number.isNaN(first) ? t('All time') : formatDateRange(first, span.end ?? now, zone);
}

/** What the button of the periods says. */
export function periodLabel(period: Period, span: Span, zone: string, now: number): string {
  const named = PERIODS.find(({ name }) => name === period.name);
  if (named) return named.label;
  return span.start === null ? t('All time') : formatDateRange(span.start, span.end ?? now, zone, true);
}

export const GRANULARITY_LABELS: Record<Granularity, string> = {
  minute: t('By minute'),
  hour: t('By hour'),
  day: t('By day'),
  week: t('By week'),
  month: t('By month'),
};

/** What the button of the comparison says. */
export function comparisonLabel(comparison: Comparison): string {
  if (typeof comparison === 'object')
    return t('vs {period}', {
      period: formatDateRange(Date.parse(comparison.from), Date.parse(comparison.to) + DAY_MS, 'UTC', true),
    });
  return { previous: t('vs previous'), year: t('vs previous year'), off: t('Compare') }[comparison];
}

/** How a figure moved: in percent, "new" where there was nothing before; null where nothing is compared. */
export function percentChange(now: number, before: number | undefined): number | 'new' | null {
  if (before === undefined || (before === 0 && now === 0)) return null;
  return before === 0 ? 'new' : ((now - before) / before) * 100;
}
