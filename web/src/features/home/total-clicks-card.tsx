import { Link } from '@tanstack/react-router';
import type { TimeSeries } from '@/entities/analytics/analytics.types';
import { useWorkspaceZone } from '@/entities/workspace/use-workspace-zone';
import { axisLabel } from '@/shared/charts/buckets';
import { ModuleBars } from '@/shared/charts/module-bars';
import { formatCount, formatTrend, plural } from '@/shared/lib/format';
import { Badge } from '@/shared/ui/badge';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { useTotalClicks } from './home.queries';

/** All clicks, and the last 30 days with their sum, their change and a chart. */
export function TotalClicksCard() {
  const { data: total, error, refetch } = useTotalClicks();
  return (
    <article className="home-total">
      <h2>
        Total Clicks{' '}
        <Link className="ui-more" to="/dashboard/analytics" search={{ interval: '30d' }}>
          View details
        </Link>
      </h2>
      {error ? (
        <PanelError error={error} onRetry={refetch} />
      ) : (
        <>
          <p className="home-big">
            <b>{total ? formatCount(total.totalClicks) : '...'}</b>
            <span className="ui-muted ui-small">
              all time
              {total && total.importedClicks > 0 && `, and ${formatCount(total.importedClicks)} imported`}
            </span>
          </p>
          <p className="home-recent">
            {total && (
              <>
                <span className="ui-small whitespace-nowrap">{formatCount(sum(total))} in the last 30 days</span>
                <Trend {...total} />
              </>
            )}
          </p>
          {total ? <ThirtyDays {...total.timeseries} /> : <Skeleton className="days-skeleton" height="auto" />}
        </>
      )}
    </article>
  );
}

const sum = ({ timeseries }: { timeseries: TimeSeries }) =>
  timeseries.points.reduce((clicks, point) => clicks + point.clicks, 0);

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

function ThirtyDays({ points }: TimeSeries) {
  const zone = useWorkspaceZone();
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
