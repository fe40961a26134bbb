import { lazy, Suspense } from 'react';
import type { ReportState } from '@/entities/analytics/model/report-search';
import type { FeedScope } from '@/entities/click/click.queries';
import { useClickStream } from '@/entities/click/use-click-stream';
import { clickLimitNote } from '@/entities/link/click-limit';
import type { Link } from '@/entities/link/link.types';
import type { StreamState } from '@/shared/api/sse';
import { formatDateTime, formatSince } from '@/shared/lib/format';
import { ConversionKpis } from '@/widgets/report/chart/conversion-kpis';
import { ReportChart } from '@/widgets/report/chart/report-chart';
import { type ReportChange, ReportProvider, useReport } from '@/widgets/report/report-context';
import { ReportGate } from '@/widgets/report/report-gate';
import { ReportBar } from '@/widgets/report/toolbar/report-bar';

const BreakdownDialog = lazy(() =>
  import('@/widgets/report/breakdown/breakdown-dialog').then((module) => ({ default: module.BreakdownDialog })),
);
// The panels below the chart load after it.
const loadPanels = () => import('./link-panels');
const OverviewPanels = lazy(() => loadPanels().then((module) => ({ default: module.OverviewPanels })));
const TrafficPanels = lazy(() => loadPanels().then((module) => ({ default: module.TrafficPanels })));
const ReportActions = lazy(() =>
  import('@/widgets/share/report-actions').then((module) => ({ default: module.ReportActions })),
);
const ConversionsPanel = lazy(() =>
  import('@/widgets/conversions/conversions-panel').then((module) => ({ default: module.ConversionsPanel })),
);
const ClickLog = lazy(() => import('@/widgets/live-feed/click-log').then((module) => ({ default: module.ClickLog })));

interface Props {
  linkId: string;
  link: Link | undefined;
  tab: 'overview' | 'traffic' | 'events';
  state: ReportState;
  change: ReportChange;
}

/** The report of one link, or its click log. */
export function LinkFigures({ state, change, ...rest }: Props) {
  return (
    <ReportProvider state={state} change={change} linkId={rest.linkId}>
      <Figures {...rest} />
    </ReportProvider>
  );
}

function Figures({ linkId, link, tab }: Pick<Props, 'linkId' | 'link' | 'tab'>) {
  const { state, query, span, zone } = useReport();
  const stream = useClickStream(state.live);
  const scope = { traffic: state.traffic, filters: query.filters, zone };
  return (
    <>
      <ReportBar
        reservedKeys="e"
        chart={tab === 'overview'}
        actions={
          <Suspense fallback={null}>
            <ReportActions name={link ? `/${link.alias}` : 'this link'} />
          </Suspense>
        }
      />
      {tab === 'events' ? (
        <Suspense fallback={null}>
          <ClickLog scope={scope} span={span} zone={zone} />
        </Suspense>
      ) : (
        <ReportGate>
          {tab === 'overview' ? (
            <Overview link={link} scope={scope} stream={stream} />
          ) : (
            <Suspense fallback={null}>
              <TrafficPanels />
            </Suspense>
          )}
        </ReportGate>
      )}
      {tab === 'overview' && link?.trackConversions && (
        <Suspense fallback={null}>
          <ConversionsPanel linkId={linkId} zone={zone} />
        </Suspense>
      )}
      {state.all && (
        <Suspense fallback={null}>
          <BreakdownDialog key={state.all} dimension={state.all} />
        </Suspense>
      )}
    </>
  );
}

interface OverviewProps {
  link: Link | undefined;
  scope: FeedScope;
  stream: StreamState | 'off';
}

function Overview({ link, scope, stream }: OverviewProps) {
  const { zone } = useReport();
  const limitNote = link && clickLimitNote(link);
  return (
    <>
      {limitNote && <p className="ui-notice mb-4">{limitNote}</p>}
      <ReportChart
        figures={
          <>
            <ConversionKpis />
            {link && <LastClick link={link} zone={zone} />}
          </>
        }
      />
      <Suspense fallback={<div className="report-wait-below" />}>
        <OverviewPanels scope={scope} stream={stream} />
      </Suspense>
    </>
  );
}

function since(time: string): string {
  const text = formatSince(time);
  return text === 'now' ? text : `${text} ago`;
}

function LastClick({ link, zone }: { link: Link; zone: string }) {
  return (
    <div className="ui-kpi">
      <span>Last click</span>
      <b>{link.lastClickedAt ? since(link.lastClickedAt) : 'Never'}</b>
      <i>
        <small className="ui-muted">
          {link.lastClickedAt ? formatDateTime(link.lastClickedAt, zone) : 'No clicks yet'}
        </small>
      </i>
    </div>
  );
}
