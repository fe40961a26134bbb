import { lazy, Suspense } from 'react';
import type { ReportState } from '@/entities/analytics/model/report-search';
import type { FeedScope } from '@/entities/click/click.queries';
import { useClickStream } from '@/entities/click/use-click-stream';
import type { Link } from '@/entities/link/link.types';
import type { StreamState } from '@/shared/api/sse';
import { formatDateTime, formatSince } from '@/shared/lib/format';
import { ConversionKpis } from '@/widgets/report/chart/conversion-kpis';
import { ReportChart } from '@/widgets/report/chart/report-chart';
import { ReportGate } from '@/widgets/report/report-gate';
import { ReportBar } from '@/widgets/report/toolbar/report-bar';
import { type ReportChange, type ReportView, useReport } from '@/widgets/report/use-report';

const BreakdownDialog = lazy(() =>
  import('@/widgets/report/breakdown/breakdown-dialog').then((module) => ({ default: module.BreakdownDialog })),
);
const LinkBelow = lazy(() => import('./link-below').then((module) => ({ default: module.LinkBelow })));
const LinkTraffic = lazy(() => import('./link-traffic').then((module) => ({ default: module.LinkTraffic })));
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
export function LinkFigures({ linkId, link, tab, state, change }: Props) {
  const view = useReport(state, change, linkId);
  const stream = useClickStream(state.live);
  const scope = { traffic: state.traffic, filters: view.query.filters, zone: view.zone };
  return (
    <>
      <ReportBar
        view={view}
        taken="e"
        chart={tab === 'overview'}
        actions={
          <Suspense fallback={null}>
            <ReportActions view={view} name={link ? `/${link.alias}` : 'this link'} />
          </Suspense>
        }
      />
      {tab === 'events' ? (
        <Suspense fallback={null}>
          <ClickLog scope={scope} span={view.span} zone={view.zone} />
        </Suspense>
      ) : (
        <ReportGate view={view}>
          {tab === 'overview' ? (
            <Overview view={view} link={link} scope={scope} stream={stream} />
          ) : (
            <Suspense fallback={null}>
              <LinkTraffic view={view} />
            </Suspense>
          )}
        </ReportGate>
      )}
      {tab === 'overview' && link?.trackConversions && (
        <Suspense fallback={null}>
          <ConversionsPanel linkId={linkId} zone={view.zone} />
        </Suspense>
      )}
      {state.all && (
        <Suspense fallback={null}>
          <BreakdownDialog key={state.all} view={view} dimension={state.all} />
        </Suspense>
      )}
    </>
  );
}

interface OverviewProps {
  view: ReportView;
  link: Link | undefined;
  scope: FeedScope;
  stream: StreamState | 'off';
}

function Overview({ view, link, scope, stream }: OverviewProps) {
  return (
    <>
      <ReportChart
        view={view}
        figures={
          <>
            <ConversionKpis view={view} />
            {link && <LastClick link={link} zone={view.zone} />}
          </>
        }
      />
      <Suspense fallback={<div className="report-wait-below" />}>
        <LinkBelow view={view} scope={scope} stream={stream} />
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
