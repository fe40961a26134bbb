import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { clickSeries } from '@/entities/analytics/analytics.queries';
import { useWorkspaceZone } from '@/entities/workspace/use-workspace-zone';
import { axisLabel } from '@/shared/charts/buckets';
import { ModuleBars } from '@/shared/charts/module-bars';
import { formatCount, formatTrend, plural } from '@/shared/lib/format';
import { Badge } from '@/shared/ui/badge';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { totalClicks } from './home.queries';

/** All clicks, and the last 30 days with their sum, their change and a chart. */
export function TotalClicksCard() {
  const total = useQuery(totalClicks());
  return (
    <article className="home-total">
      <h2>
        Total Clicks{' '}
        <Link className="ui-more" to="/dashboard/analytics" search={{ interval: '30d' }}>
          View details
        </Link>
      </h2>
      {total.isError ? (
        <PanelError error={total.error} onRetry={() => total.refetch()} />
      ) : (
        <>
          <p className="home-big">
            <b>{total.data ? formatCount(total.data.totalClicks) : '...'}</b>
            <span className="ui-muted ui-small">
              all time
              {total.data &&
                total.data.importedClicks > 0 &&
                `, and ${formatCount(total.data.importedClicks)} imported`}
            </span>
          </p>
          <p className="home-recent">
            <RecentClicks />
            {total.data && <Trend {...total.data} />}
          </p>
        </>
      )}
      <ThirtyDays />
    </article>
  );
}

/** The sum of the last 30 days. */
function RecentClicks() {
  const { data } = useQuery(clickSeries({ interval: '30d' }));
  const sum = data?.points.reduce((total, point) => total + point.clicks, 0);
  return sum === undefined ? null : (
    <span className="ui-small whitespace-nowrap">{formatCount(sum)} in the last 30 days</span>
  );
}

/** The last 30 days against the 30 before. `before` is null when those clicks are past retention. */
function Trend({ trend, before }: { trend: number; before?: number | null }) {
  if (before === null) return <span className="ui-muted ui-small">No trend: clicks are deleted before 60 days.</span>;
  const isNew = before === 0 && trend > 0;
  const tone = trend < 0 ? 'bad' : trend > 0 ? 'ok' : undefined;
  return (
    <>
      <Badge tone={tone}>{isNew ? 'new' : formatTrend(trend)}</Badge>
      <span className="ui-muted ui-small whitespace-nowrap">
        {isNew ? 'no clicks in the previous 30 days' : 'vs previous 30 days'}
      </span>
    </>
  );
}

function ThirtyDays() {
  const series = useQuery(clickSeries({ interval: '30d' }));
  const zone = useWorkspaceZone();
  if (series.isError) return <PanelError error={series.error} onRetry={() => series.refetch()} />;
  if (!series.data) return <Skeleton className="days-skeleton" height="auto" />;
  const { points } = series.data;
  const values = points.map((point) => point.clicks);
  const max = Math.max(0, ...values);
  const best = max > 0 ? values.indexOf(max) : null;
  const day = (at: number) => axisLabel(points[at]?.start ?? new Date().toISOString(), null, 'day', zone);
  const last = values.length - 1;
  return (
    <>
      <ModuleBars
        values={values}
        best={best}
        open
        label={`Clicks per day since ${day(0)}${best === null ? ', none' : `, most on ${day(best)}: ${plural(max, 'click')}`}`}
      />
      <p className="chart-axis" aria-hidden="true">
        <span>{day(0)}</span>
        <span>{best === null ? 'no clicks yet' : best === last ? 'best day today' : `best day ${day(best)}`}</span>
        <span>today</span>
      </p>
    </>
  );
}
