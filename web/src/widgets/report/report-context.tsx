import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useMemo } from 'react';
import type { Report } from '@/entities/analytics/analytics.types';
import type { Span } from '@/entities/analytics/model/period';
import { type ResolvedReport, resolveReport } from '@/entities/analytics/model/report-query';
import type { ReportState } from '@/entities/analytics/model/report-search';
import { clickReport } from '@/entities/analytics/report.queries';
import { currentWorkspace } from '@/entities/workspace/workspace.queries';
import { useEventCallback } from '@/shared/hooks/use-event-callback';
import { useNow } from '@/shared/hooks/use-now';

export type ReportChange = (patch: Partial<ReportState>) => void;

/** A report screen's state and what follows from it. Live clicks do not change it: components read data with useReportData. */
export interface ReportSettings extends ResolvedReport {
  state: ReportState;
  change: ReportChange;
  /** The current minute, in ms. */
  now: number;
  /** Set on the screen of one link, and of one of its QR codes. */
  linkId?: string;
  /** Set on the screen of one QR code. */
  codeId?: string;
  /** Whether the query is final: it needs the workspace's zone. */
  ready: boolean;
}

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Whether a period contains every day of the week. */
export function coversWeek(span: Span, now: number): boolean {
  return span.start === null || (span.end ?? now) - span.start > 6 * DAY;
}

export const ReportContext = createContext<ReportSettings | null>(null);

interface ProviderProps {
  state: ReportState;
  change: ReportChange;
  linkId?: string;
  codeId?: string;
  children: ReactNode;
}

/** Provides the settings of a report to its toolbar, charts and lists. */
export function ReportProvider({ state, change, linkId, codeId, children }: ProviderProps) {
  const settings = useSettings(state, useEventCallback(change), linkId, codeId);
  return <ReportContext value={settings}>{children}</ReportContext>;
}

function useSettings(state: ReportState, change: ReportChange, linkId?: string, codeId?: string): ReportSettings {
  const now = useNow(MINUTE);
  const { data, isPending } = useQuery(currentWorkspace());
  const ready = state.zone !== undefined || !isPending;
  return useMemo(
    () => ({ state, change, now, linkId, codeId, ready, ...resolveReport(state, data, now, { linkId, codeId }) }),
    [state, change, now, linkId, codeId, ready, data],
  );
}

/** The settings of the report around a component. */
export function useReport(): ReportSettings {
  const settings = use(ReportContext);
  if (!settings) throw new Error('useReport needs a ReportProvider');
  return settings;
}

interface ReportData<T> {
  /** Undefined until the first response. */
  data: T | undefined;
  /** The data is of the previous query while the current one loads. */
  stale: boolean;
  error: Error | null;
  retry: () => void;
}

/** A part of the report's data. The component renders again only when that part changes. */
export function useReportData<T>(select: (report: Report) => T): ReportData<T> {
  const { query, ready } = useReport();
  const { data, isPlaceholderData, error, refetch } = useQuery({
    ...clickReport(query),
    enabled: ready,
    // Boxed: TanStack Query renders forever when `select` turns placeholder data into undefined.
    select: (report) => ({ part: select(report) }),
  });
  return { data: data?.part, stale: isPlaceholderData, error, retry: () => void refetch() };
}

/** The start of the first bucket. An all-time report begins there. */
export const firstBucket = ({ timeseries }: Report) => timeseries?.points[0]?.start;
