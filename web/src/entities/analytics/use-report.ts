import { useQuery } from '@tanstack/react-query';
import { currentWorkspace } from '@/entities/workspace/workspace.queries';
import { useNow } from '@/shared/hooks/use-now';
import type { Report } from './analytics.types';
import { type Span, spanOf } from './period';
import { clickReport } from './report.queries';
import { type Question, questionOf } from './report-question';
import type { ReportState } from './report-search';

export type ChangeReport = (named: Partial<ReportState>) => void;

/** A screen's state with what follows from it, as the parts of the screen get it. */
export interface ReportView {
  state: ReportState;
  change: ChangeReport;
  question: Question;
  span: Span;
  /** In which days and hours are told. */
  zone: string;
  workspaceZone: string;
  /** To the minute, in ms. */
  now: number;
  /** Of one link only. */
  linkId?: string;
  /** Nothing until the first answer. */
  report: Report | undefined;
  /** Another question is being answered while `report` is still the answer to the one before. */
  stale: boolean;
  error: Error | null;
  retry: () => void;
}

const MINUTE = 60_000;

/** Asks the one question behind a screen of figures. */
export function useReport(state: ReportState, change: ChangeReport, linkId?: string): ReportView {
  const now = useNow(MINUTE);
  const workspace = useQuery(currentWorkspace());
  const workspaceZone = workspace.data?.timeZone ?? 'UTC';
  const zone = state.zone ?? workspaceZone;
  const span = spanOf(state.period, now, zone);
  const question = questionOf(state, span, zone, now, linkId);
  // Without the workspace's zone the first question would be another one.
  const report = useQuery({ ...clickReport(question), enabled: state.zone !== undefined || !workspace.isPending });
  return {
    state,
    change,
    question,
    span,
    zone,
    workspaceZone,
    now,
    linkId,
    report: report.data,
    stale: report.isPlaceholderData,
    error: report.error,
    retry: () => void report.refetch(),
  };
}
