import type { Granularity } from '@/shared/charts/buckets';
import type { Filters } from './filters';
import { allowedGranularities, type Comparison, defaultGranularity, type Span } from './period';
import type { ReportState, Traffic } from './report-search';

/** A question with its period found: what a report is asked by, and known by in the cache. */
export interface ReportQuery {
  span: Span;
  zone: string;
  compare: Comparison;
  /** Nothing for all time, whose length only the server knows. */
  granularity?: Granularity;
  traffic: Traffic;
  filters: Filters;
}

/** How long a span is up to now, in ms; null for all time. */
export function spanLength({ start, end }: Span, now: number): number | null {
  return start === null ? null : (end ?? now) - start;
}

/** The question that a screen's state asks. One link's screen names the link. */
export function buildReportQuery(
  state: ReportState,
  span: Span,
  zone: string,
  now: number,
  linkId?: string,
): ReportQuery {
  const length = spanLength(span, now);
  const asked = state.granularity;
  const granularity =
    length === null
      ? asked
      : asked && allowedGranularities(length).includes(asked)
        ? asked
        : defaultGranularity(length);
  return {
    span,
    zone,
    compare: state.compare,
    granularity,
    traffic: state.traffic,
    filters: linkId ? { ...state.filters, link: { is: [linkId], not: [] } } : state.filters,
  };
}
