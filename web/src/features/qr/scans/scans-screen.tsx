import { useQuery } from '@tanstack/react-query';
import { Link as RouteLink } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import type { ReportState } from '@/entities/analytics/model/report-search';
import { useClickStream } from '@/entities/click/use-click-stream';
import { LinkChip } from '@/entities/link/ui/link-chip';
import { useCodeName } from '@/entities/qr-code/code-name';
import { qrCodeDetail } from '@/entities/qr-code/qr-code.queries';
import type { QrCode } from '@/entities/qr-code/qr-code.types';
import { ResourceError } from '@/entities/workspace/ui/resource-error';
import { PRODUCT } from '@/shared/config/product';
import { buttonClass } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { Icon } from '@/shared/ui/icon';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Skeleton } from '@/shared/ui/skeleton';
import { ReportChart } from '@/widgets/report/chart/report-chart';
import { type ReportChange, ReportProvider, useReport } from '@/widgets/report/report-context';
import { ReportGate } from '@/widgets/report/report-gate';
import { ReportBar } from '@/widgets/report/toolbar/report-bar';
import { ScansPanels } from './scans-panels';
import './scans.css';

// The chart does not wait for the code of the panels below the fold.
const BreakdownDialog = lazyPart(() => import('@/widgets/report/breakdown/breakdown-dialog'), 'BreakdownDialog');

interface Props {
  codeId: string;
  state: ReportState;
  change: ReportChange;
}

/** The scans of one QR code: report and live scans. */
export function ScansScreen({ codeId, state, change }: Props) {
  const detail = useQuery(qrCodeDetail(codeId));
  const code = detail.data;
  const nameOf = useCodeName();
  if (detail.isError) {
    return (
      <ResourceError
        kind="qrCode"
        id={codeId}
        error={detail.error}
        onRetry={() => detail.refetch()}
        action={<AllCodes />}
      />
    );
  }
  return (
    <>
      <title>{`Scans${code ? ` of ${nameOf(code)}` : ''} · ${PRODUCT}`}</title>
      <header className="scans-head">
        <RouteLink to="/dashboard/qr-codes" className="ui-more scans-back">
          <Icon name="left" />
          QR Codes
        </RouteLink>
        {code ? (
          <div className="scans-line">
            <h1 className="ui-truncate">Scans of {nameOf(code)}</h1>
            {code.link && code.linkId && <LinkChip link={code.link} linkId={code.linkId} />}
          </div>
        ) : (
          <Skeleton width="min(420px, 80%)" height={40} />
        )}
      </header>
      {code && <Scans code={code} state={state} change={change} />}
    </>
  );
}

function AllCodes() {
  return (
    <RouteLink to="/dashboard/qr-codes" className={buttonClass()}>
      All QR codes
    </RouteLink>
  );
}

/** The figures of a code, or why it has none of its own. */
function Scans({ code, state, change }: { code: QrCode; state: ReportState; change: ReportChange }) {
  // All clicks of a code are scans, which have no metric of their own.
  const shown = useMemo(() => (state.kpi === 'scans' ? { ...state, kpi: 'clicks' as const } : state), [state]);
  if (code.linkId === null) {
    return (
      <NoScans title="Scans are not counted" action={<AllCodes />}>
        A static code holds its content itself: scanning it doesn’t open {PRODUCT}. Use the code of a link to count
        scans.
      </NoScans>
    );
  }
  if (!code.ownScans) {
    return (
      <NoScans
        title="Counted with the link"
        action={
          <RouteLink
            to="/dashboard/links/$linkId"
            params={{ linkId: code.linkId }}
            search={{ trigger: 'qr' }}
            className={buttonClass({ tone: 'primary' })}
          >
            Scans of the link
          </RouteLink>
        }
      >
        This code was created before codes had their own address. Its scans count with those of the link. Save the code
        once to count the scans of new prints separately.
      </NoScans>
    );
  }
  return (
    <ReportProvider state={shown} change={change} linkId={code.linkId} codeId={code.id}>
      <Figures />
    </ReportProvider>
  );
}

function NoScans({ title, action, children }: { title: string; action: ReactNode; children: ReactNode }) {
  return (
    <section className="ui-panel">
      <EmptyState title={title} action={action}>
        {children}
      </EmptyState>
    </section>
  );
}

function Figures() {
  const { state } = useReport();
  const stream = useClickStream(state.live);
  return (
    <>
      <ReportBar />
      <ReportGate>
        <ReportChart />
        <ScansPanels stream={stream} />
      </ReportGate>
      {state.all && <BreakdownDialog key={state.all} dimension={state.all} />}
    </>
  );
}
