import { useQuery } from '@tanstack/react-query';
import { Link as RouteLink, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Interval } from '@/entities/analytics/analytics.queries';
import { CountStrip } from '@/entities/analytics/count-strip';
import { HoursPanel } from '@/entities/analytics/hours-panel';
import { PeriodSwitch } from '@/entities/analytics/period-switch';
import { SeriesPanel } from '@/entities/analytics/series-panel';
import { LivePanel } from '@/entities/click/live-panel';
import { useClickStream } from '@/entities/click/use-click-stream';
import { linkDetail } from '@/entities/link/link.queries';
import type { Link } from '@/entities/link/link.types';
import { ApiError } from '@/shared/api/errors';
import { PRODUCT } from '@/shared/config/product';
import { formatDateTime, formatSince } from '@/shared/lib/format';
import { buttonClass } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { PanelError } from '@/shared/ui/panel-error';
import { DeleteLinksDialog } from '../delete-links-dialog';
import { type DetailTab, DetailTabs } from './detail-tabs';
import { HistoryPanel } from './history-panel';
import { LinkHeader, LinkHeaderSkeleton } from './link-header';
import './detail.css';

interface Props {
  linkId: string;
  tab: DetailTab;
  interval: Interval;
  onInterval: (interval: Interval) => void;
  onEdit: () => void;
}

/** One link: what it is, how it does, and its clicks as they come. */
export function LinkDetailScreen({ linkId, tab, interval, onInterval, onEdit }: Props) {
  const stream = useClickStream();
  const detail = useQuery(linkDetail(linkId));
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState(false);
  const link = detail.data;
  const scope = { interval, linkId };
  if (detail.isError) return <Missing error={detail.error} onRetry={() => detail.refetch()} />;
  return (
    <>
      <title>{`${link ? `/${link.alias}` : 'Link'} · ${PRODUCT}`}</title>
      {link ? <LinkHeader link={link} onEdit={onEdit} onDelete={() => setDeleting(true)} /> : <LinkHeaderSkeleton />}
      <DetailTabs tab={tab} />
      {tab === 'history' ? (
        link && <HistoryPanel link={link} />
      ) : (
        <>
          <CountStrip scope={scope}>{link && <LastClick link={link} />}</CountStrip>
          <SeriesPanel scope={scope} aside={<PeriodSwitch value={interval} onChange={onInterval} />} />
          <div className="two">
            <HoursPanel scope={scope} />
            <LivePanel title="Recent clicks" linkId={linkId} state={stream} rows={6} />
          </div>
        </>
      )}
      <DeleteLinksDialog
        links={link && deleting ? [link] : []}
        onClose={() => setDeleting(false)}
        onDone={() => void navigate({ to: '/dashboard/links' })}
      />
    </>
  );
}

function since(time: string): string {
  const text = formatSince(time);
  return text === 'now' ? text : `${text} ago`;
}

function LastClick({ link }: { link: Link }) {
  return (
    <div className="kpi">
      <span>Last click</span>
      <b>{link.lastClickedAt ? since(link.lastClickedAt) : 'never'}</b>
      <i className="muted">{link.lastClickedAt ? formatDateTime(link.lastClickedAt) : 'not clicked yet'}</i>
    </div>
  );
}

function Missing({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const gone = error instanceof ApiError && (error.status === 404 || error.status === 410);
  return (
    <>
      <title>{`Link · ${PRODUCT}`}</title>
      <div className="title">
        <h1>{gone ? 'No such link' : 'Link'}</h1>
      </div>
      <div className="panel mt-6">
        {gone ? (
          <EmptyState
            action={
              <RouteLink to="/dashboard/links" className={buttonClass()}>
                All links
              </RouteLink>
            }
          >
            It was deleted, or it belongs to another workspace.
          </EmptyState>
        ) : (
          <PanelError error={error} onRetry={onRetry} />
        )}
      </div>
    </>
  );
}
