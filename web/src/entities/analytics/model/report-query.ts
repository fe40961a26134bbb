import type { Granularity } from '@/shared/charts/buckets';
import type { Filters } from './filters';
import { allowedGranularities, type Comparison, defaultGranularity, type Span } from './period';
import type { ReportState, Traffic } from './report-search';

/** The resolved query of a report, also its cache key. */
export interface ReportQuery {
  span: Span;
  zone: string;
  compare: Comparison;
  /** Undefined for all time: the server chooses it. */
  granularity?: Granularity;
  traffic: Traffic;
  filters: Filters;
}

/** The length of a span until now, in ms; null for all time. */
export function spanLength({ start, end }: Span, now: number): number | null {
  return start === null ? null : (end ?? now) - start;
}

/** What a report is restricted to: one link, and one of its QR codes. */
export interface ReportSubject {
  linkId?: string;
  codeId?: string;
}

const only = (id: string) => ({ is: [id], not: [] });

/** The query of a screen's state, restricted to a subject. */
export function buildReportQuery(
  state: ReportState,
  span: Span,
  zone: string,
  now: number,
  { linkId, codeId }: ReportSubject = {},
): ReportQuery {
  const length = spanLength(span, now);
  const chosen = state.granularity;
  const granularity =
    length === null
      ? chosen
      : chosen && allowedGranularities(length).includes(chosen)
        ? chosen
        : defaultGranularity(length);
  return {
    span,
    zone,
    compare: state.compare,
    granularity,
    traffic: state.traffic,
    filters: {
      ...state.filters,
      ...(linkId && { link: only(linkId) }),
      ...(codeId && { qrCode: only(codeId) }),
    },
  };
}
