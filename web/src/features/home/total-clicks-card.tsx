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

/** All clicks ever, then the last 30 days: their sum, their trend, and a chart. */
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
            <span className="ui-muted ui-small">all time</span>
          </p>
          <p className="home-recent">
            <Lately />
            {total.data && <Trend {...total.data} />}
          </p>
        </>
      )}
      <ThirtyDays />
    </article>
  );
}

/** The clicks of the days that the chart shows and the trend is of. */
function Lately() {
  const { data } = useQuery(clickSeries({ interval: '30d' }));
  const sum = data?.points.reduce((total, point) => total + point.clicks, 0);
  return sum === undefined ? null : (
    <span className="ui-small whitespace-nowrap">{formatCount(sum)} in the last 30 days</span>
  );
}

/** The last 30 days against the 30 before. `before` are the clicks of those, null when they are not kept. */
function Trend({ trend, before }: { trend: number; before?: number | null }) {
  if (before === null)
    return <span className="ui-muted ui-small">No trend: clicks are kept for less than 60 days.</span>;
  const fresh = before === 0 && trend > 0;
  const tone = trend < 0 ? 'bad' : trend > 0 ? 'ok' : undefined;
  return (
    <>
      <Badge tone={tone}>{fresh ? 'new' : formatTrend(trend)}</Badge>
      <span className="ui-muted ui-small whitespace-nowrap">
        {fresh ? 'none in the 30 days before' : 'vs 30 days before'}
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
  const most = Math.max(0, ...values);
  const best = most > 0 ? values.indexOf(most) : null;
  const day = (at: number) => axisLabel(points[at]?.start ?? new Date().toISOString(), null, 'day', zone);
  const last = values.length - 1;
  return (
    <>
      <ModuleBars
        values={values}
        best={best}
        open
        label={`Clicks a day since ${day(0)}${best === null ? ', none' : `, most on ${day(best)}: ${plural(most, 'click')}`}`}
      />
      <p className="chart-axis" aria-hidden="true">
        <span>{day(0)}</span>
        <span>{best === null ? 'no clicks yet' : best === last ? 'best day today' : `best day ${day(best)}`}</span>
        <span>today</span>
      </p>
    </>
  );
}
