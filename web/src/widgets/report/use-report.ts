import { useQuery } from '@tanstack/react-query';
import type { Report } from '@/entities/analytics/analytics.types';
import { comparisonSpan, resolvePeriod, type Span } from '@/entities/analytics/model/period';
import { buildReportQuery, type ReportQuery } from '@/entities/analytics/model/report-query';
import type { ReportState } from '@/entities/analytics/model/report-search';
import { clickReport } from '@/entities/analytics/report.queries';
import { currentWorkspace } from '@/entities/workspace/workspace.queries';
import { useNow } from '@/shared/hooks/use-now';
import { addDays, dayOf, startOfDay } from '@/shared/lib/zoned';

export type ReportChange = (named: Partial<ReportState>) => void;

/** A screen's state with what follows from it, as the parts of the screen get it. */
export interface ReportView {
  state: ReportState;
  change: ReportChange;
  query: ReportQuery;
  span: Span;
  /** In which days and hours are told. */
  zone: string;
  workspaceZone: string;
  /** To the minute, in ms. */
  now: number;
  /** Of one link only. */
  linkId?: string;
  /** How many days clicks are kept, where that cuts off a part of the period or of what it is compared with. */
  cutAfter: number | null;
  /** Nothing until the first answer. */
  report: Report | undefined;
  /** Another question is being answered while `report` is still the answer to the one before. */
  stale: boolean;
  error: Error | null;
  retry: () => void;
}

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Whether each day of the week had its turn in the period. */
export function coversWeek({ span, now }: ReportView): boolean {
  return span.start === null || (span.end ?? now) - span.start > 6 * DAY;
}

/** Asks the one question behind a screen of figures. */
export function useReport(state: ReportState, change: ReportChange, linkId?: string): ReportView {
  const now = useNow(MINUTE);
  const workspace = useQuery(currentWorkspace());
  const workspaceZone = workspace.data?.timeZone ?? 'UTC';
  const zone = state.zone ?? workspaceZone;
  const span = resolvePeriod(state.period, now, zone);
  const keptDays = workspace.data ? (workspace.data.retentionDays ?? workspace.data.planRetentionDays) : null;
  const keptSince = keptDays === null ? 0 : startOfDay(addDays(dayOf(now, zone), -keptDays), zone);
  const other = comparisonSpan(span, state.compare, now, zone);
  // A part of a period would make every figure look like growth.
  const lost = other !== null && other.start < keptSince;
  const query = buildReportQuery(lost ? { ...state, compare: 'off' } : state, span, zone, now, linkId);
  // Without the workspace's zone the first question would be another one.
  const report = useQuery({ ...clickReport(query), enabled: state.zone !== undefined || !workspace.isPending });
  return {
    state,
    change,
    query,
    span,
    zone,
    workspaceZone,
    now,
    linkId,
    cutAfter: lost || (span.start !== null && span.start < keptSince) ? keptDays : null,
    report: report.data,
    stale: report.isPlaceholderData,
    error: report.error,
    retry: () => void report.refetch(),
  };
}
