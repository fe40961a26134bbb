import { Link } from '@tanstack/react-router';
import type { TimeSeries } from '@/entities/analytics/analytics.types';
import { useWorkspaceZone } from '@/entities/workspace/use-workspace-zone';
import { axisLabel } from '@/shared/charts/buckets';
import { ModuleBars } from '@/shared/charts/module-bars';
import { t } from '@/shared/i18n/t';
import { formatCount, formatTrend } from '@/shared/lib/format';
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
        {t('Total Clicks')}{' '}
        <Link className="ui-more" to="/dashboard/analytics" search={{ interval: '30d' }}>
          {t('View details')}
        </Link>
      </h2>
      {error ? (
        <PanelError error={error} onRetry={refetch} />
      ) : (
        <>
          <p className="home-big">
            <b>{total ? formatCount(total.totalClicks) : '...'}</b>
            <span className="ui-muted ui-small">
              {total && total.importedClicks > 0
                ? t('all time, and {count} imported', { count: total.importedClicks })
                : t('all time')}
            </span>
          </p>
          <p className="home-recent">
            {total && (
              <>
                <span className="ui-small whitespace-nowrap">
                  {t('{count} in the last 30 days', { count: sum(total) })}
                </span>
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
  if (before === null)
    return <span className="ui-muted ui-small">{t('No trend: clicks are deleted before 60 days.')}</span>;
  const isNew = before === 0 && trend > 0;
  const tone = trend < 0 ? 'bad' : trend > 0 ? 'ok' : undefined;
  return (
    <>
      <Badge tone={tone}>{isNew ? t('new') : formatTrend(trend)}</Badge>
      <span className="ui-muted ui-small whitespace-nowrap">
        {isNew ? t('no clicks in the previous 30 days') : t('vs previous 30 days')}
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
        label={
          best === null
            ? t('Clicks per day since {first}, none', { first: day(0) })
            : t('Clicks per day since {first}, most on {day}: {count, plural, one {# click} other {# clicks}}', {
                first: day(0),
                day: day(best),
                count: max,
              })
        }
      />
      <p className="chart-axis" aria-hidden="true">
        <span>{day(0)}</span>
        <span>
          {best === null
            ? t('no clicks yet')
            : best === last
              ? t('best day today')
              : t('best day {day}', { day: day(best) })}
        </span>
        <span>{t('today')}</span>
      </p>
    </>
  );
}
