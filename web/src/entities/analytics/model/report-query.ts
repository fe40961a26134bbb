import type { Granularity } from '@/shared/charts/buckets';
import { addDays, dayOf, startOfDay } from '@/shared/lib/zoned';
import type { Filters } from './filters';
import {
  allowedGranularities,
  type Comparison,
  comparisonSpan,
  defaultGranularity,
  resolvePeriod,
  type Span,
} from './period';
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

/** What a report needs of its workspace. The plan's retention applies without one of the workspace. Null: no limit. */
interface ReportWorkspace {
  timeZone: string;
  retentionDays: number | null;
  planRetentionDays: number | null;
}

/** What a screen's state stands for, at a time and in a workspace. */
export interface ResolvedReport {
  query: ReportQuery;
  span: Span;
  /** The IANA zone of days and hours. */
  zone: string;
  workspaceZone: string;
  /** The retention in days, when it cuts off a part of the period or of the comparison; null otherwise. */
  cutAfter: number | null;
}

/** Resolves a screen's state at `now` (ms), restricted to a subject. The zone is UTC until the workspace has loaded. */
export function resolveReport(
  state: ReportState,
  workspace: ReportWorkspace | undefined,
  now: number,
  subject: ReportSubject = {},
): ResolvedReport {
  const workspaceZone = workspace?.timeZone ?? 'UTC';
  const zone = state.zone ?? workspaceZone;
  const retentionDays = workspace ? (workspace.retentionDays ?? workspace.planRetentionDays) : null;
  const span = resolvePeriod(state.period, now, zone);
  const retainedSince = retentionDays === null ? 0 : startOfDay(addDays(dayOf(now, zone), -retentionDays), zone);
  const other = comparisonSpan(span, state.compare, now, zone);
  // Compared with a truncated period, every figure would look like growth.
  const truncated = other !== null && other.start < retainedSince;
  const shown = truncated ? ({ ...state, compare: 'off' } as const) : state;
  return {
    query: buildReportQuery(shown, span, zone, now, subject),
    span,
    zone,
    workspaceZone,
    cutAfter: truncated || (span.start !== null && span.start < retainedSince) ? retentionDays : null,
  };
}

function buildReportQuery(
  state: ReportState,
  span: Span,
  zone: string,
  now: number,
  { linkId, codeId }: ReportSubject,
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
