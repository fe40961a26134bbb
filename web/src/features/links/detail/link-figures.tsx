import type { ReportState } from '@/entities/analytics/model/report-search';
import type { FeedScope } from '@/entities/click/click.queries';
import { useClickStream } from '@/entities/click/use-click-stream';
import { clickLimitNote } from '@/entities/link/click-limit';
import type { Link } from '@/entities/link/link.types';
import { useLinkName } from '@/entities/link/link-name';
import type { StreamState } from '@/shared/api/sse';
import { t } from '@/shared/i18n/t';
import { formatCount, formatDateTime, formatSince } from '@/shared/lib/format';
import { lazyPart } from '@/shared/ui/lazy-part';
import { ConversionKpis } from '@/widgets/report/chart/conversion-kpis';
import { ReportChart } from '@/widgets/report/chart/report-chart';
import { type ReportChange, ReportProvider, useReport } from '@/widgets/report/report-context';
import { ReportGate } from '@/widgets/report/report-gate';
import { ReportBar } from '@/widgets/report/toolbar/report-bar';
import { ReportActions } from '@/widgets/share/report-actions';
import { OverviewPanels, TrafficPanels } from './link-panels';

const BreakdownDialog = lazyPart(() => import('@/widgets/report/breakdown/breakdown-dialog'), 'BreakdownDialog');
// The panels below the chart load after it.
const ConversionsPanel = lazyPart(() => import('@/widgets/conversions/conversions-panel'), 'ConversionsPanel');
const ClickLog = lazyPart(() => import('@/widgets/live-feed/click-log'), 'ClickLog');

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
  const nameOf = useLinkName();
  const stream = useClickStream(state.live);
  const scope = { traffic: state.traffic, filters: query.filters, zone };
  return (
    <>
      <ReportBar
        reservedKeys="e"
        chart={tab === 'overview'}
        actions={<ReportActions name={link ? nameOf(link) : t('this link')} />}
      />
      {tab === 'events' ? (
        <ClickLog scope={scope} span={span} zone={zone} />
      ) : (
        <ReportGate>
          {tab === 'overview' ? <Overview link={link} scope={scope} stream={stream} /> : <TrafficPanels />}
        </ReportGate>
      )}
      {tab === 'overview' && link?.trackConversions && <ConversionsPanel linkId={linkId} zone={zone} />}
      {state.all && <BreakdownDialog key={state.all} dimension={state.all} />}
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
            {link && link.importedClicks > 0 && <ImportedClicks clicks={link.importedClicks} />}
            {link && <LastClick link={link} zone={zone} />}
          </>
        }
      />
      <OverviewPanels scope={scope} stream={stream} />
    </>
  );
}

function since(time: string): string {
  const text = formatSince(time);
  return text === t('now') ? text : t('{time} ago', { time: text });
}

function ImportedClicks({ clicks }: { clicks: number }) {
  return (
    <div className="ui-kpi">
      <span>{t('Imported')}</span>
      <b>{formatCount(clicks)}</b>
      <i>
        <small className="ui-muted">{t('all time, by another service')}</small>
      </i>
    </div>
  );
}

function LastClick({ link, zone }: { link: Link; zone: string }) {
  return (
    <div className="ui-kpi">
      <span>{t('Last click')}</span>
      <b>{link.lastClickedAt ? since(link.lastClickedAt) : t('Never')}</b>
      <i>
        <small className="ui-muted">
          {link.lastClickedAt ? formatDateTime(link.lastClickedAt, zone) : t('No clicks yet')}
        </small>
      </i>
    </div>
  );
}
