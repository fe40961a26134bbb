import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import clsx from 'clsx';
import { bioPageDetail } from '@/entities/bio-page/bio-page.queries';
import type { BioPage } from '@/entities/bio-page/bio-page.types';
import { INSIGHT_PERIODS, type InsightPeriod, pageClicks, pageViews } from '@/entities/bio-page/page-insights.queries';
import { ResourceError } from '@/entities/workspace/ui/resource-error';
import { currentWorkspace } from '@/entities/workspace/workspace.queries';
import { PRODUCT } from '@/shared/config/product';
import { buttonClass } from '@/shared/ui/button';
import { CopyButton } from '@/shared/ui/copy-button';
import { EmptyState } from '@/shared/ui/empty-state';
import { Icon } from '@/shared/ui/icon';
import { PanelError } from '@/shared/ui/panel-error';
import { Segmented } from '@/shared/ui/segmented';
import { Skeleton } from '@/shared/ui/skeleton';
import { HeatPanel } from './heat-panel';
import { InsightFigures } from './insight-figures';
import { LatestVisits } from './latest-visits';
import { useLiveInsights } from './use-live-insights';
import { ViewHours } from './view-hours';
import { ViewList } from './view-list';
import './insights.css';

interface Props {
  pageId: string;
  /** As the URL names it. */
  period: string | undefined;
  /** Undefined for the default. */
  onPeriod: (period: InsightPeriod | undefined) => void;
}

const DEFAULT: InsightPeriod = '28d';

/** The statistics of one page: views, visitors, clicks, the clicks of each block, times and sources. */
export function InsightsScreen({ pageId, period, onPeriod }: Props) {
  const detail = useQuery(bioPageDetail(pageId));
  const shown = INSIGHT_PERIODS.find(({ value }) => value === period)?.value ?? DEFAULT;
  if (detail.error && !detail.data) {
    return (
      <ResourceError
        kind="bioPage"
        id={pageId}
        error={detail.error}
        onRetry={detail.refetch}
        action={
          <Link to="/dashboard/bio-pages" className={buttonClass()}>
            All bio pages
          </Link>
        }
      />
    );
  }
  return (
    <>
      <InsightsHead page={detail.data} pageId={pageId} />
      <Segmented
        className="insights-period"
        label="Period"
        value={shown}
        options={INSIGHT_PERIODS}
        onChange={(next) => onPeriod(next === DEFAULT ? undefined : next)}
      />
      {detail.data ? <Insights page={detail.data} period={shown} /> : <Skeleton height={420} />}
    </>
  );
}

function InsightsHead({ page, pageId }: { page: BioPage | undefined; pageId: string }) {
  const title = page?.title || 'Bio page';
  return (
    <div className="page-head">
      <title>{`Insights of ${title} · ${PRODUCT}`}</title>
      <Link
        to="/dashboard/bio-pages"
        className={clsx(buttonClass({ icon: true, tone: 'quiet' }), 'insights-back')}
        aria-label="Back to bio pages"
      >
        <Icon name="left" />
      </Link>
      <div className="insights-title">
        <h1>{title}</h1>
        {page && (
          <p className="insights-url ui-muted">
            <span className="ui-truncate">{page.url.replace(/^https?:\/\//, '')}</span>
            <CopyButton text={page.url} what="URL" size="sm" />
          </p>
        )}
      </div>
      <Link to="/dashboard/bio-pages/$pageId" params={{ pageId }} className={buttonClass()}>
        <Icon name="edit" />
        Edit page
      </Link>
    </div>
  );
}

function Insights({ page, period }: { page: BioPage; period: InsightPeriod }) {
  const scope = { pageId: page.id, period };
  const clicks = useQuery(pageClicks(scope));
  const views = useQuery(pageViews(scope));
  const zone = useQuery(currentWorkspace()).data?.timeZone ?? 'UTC';
  const stream = useLiveInsights(page.id);
  const failed = [clicks, views].filter(({ error, data }) => error && !data);
  const error = failed[0]?.error;
  if (error) {
    return (
      <section className="ui-panel">
        <PanelError error={error} onRetry={() => Promise.all(failed.map(({ refetch }) => refetch()))} />
      </section>
    );
  }
  if (!clicks.data || !views.data) {
    return (
      <div aria-busy="true">
        <Skeleton height={420} />
      </div>
    );
  }
  const empty = clicks.data.count?.views === 0 && clicks.data.count.clicks === 0;
  return (
    <div className="insights" data-stale={clicks.isPlaceholderData || views.isPlaceholderData || undefined}>
      <InsightFigures clicks={clicks.data} views={views.data} zone={zone} />
      {empty && <NoViews page={page} period={period} />}
      <HeatPanel page={page} rows={clicks.data.block?.rows ?? []} views={clicks.data.count?.views ?? 0} />
      {!empty && (
        <>
          <div className="insights-even">
            <ViewHours report={views.data} zone={zone} />
            <LatestVisits page={page} state={stream} zone={zone} />
          </div>
          <div className="insights-three">
            <ViewList report={views.data} tabs={['referrer', 'utmSource', 'trigger']} />
            <ViewList report={views.data} tabs={['country', 'city', 'language']} />
            <ViewList report={views.data} tabs={['device', 'browser', 'os']} />
          </div>
        </>
      )}
    </div>
  );
}

function NoViews({ page, period }: { page: BioPage; period: InsightPeriod }) {
  const published = page.publishedRevision !== null;
  return (
    <section className="ui-panel">
      <EmptyState title={period === 'all' ? 'No views yet' : 'No views in this period'}>
        {published
          ? 'Open the page at its address. The view appears here within a few seconds. Views by bots are not counted.'
          : 'The page is not published, so visitors cannot open it.'}
      </EmptyState>
    </section>
  );
}
