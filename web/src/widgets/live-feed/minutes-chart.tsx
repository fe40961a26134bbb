import { queryOptions, useQuery } from '@tanstack/react-query';
import type { TimeSeries } from '@/entities/analytics/analytics.types';
import { clickKeys, type FeedScope, scopeParams } from '@/entities/click/click.queries';
import { api, body } from '@/shared/api/client';
import { ModuleBars } from '@/shared/charts/module-bars';
import { useNow } from '@/shared/hooks/use-now';
import { formatCount } from '@/shared/lib/format';

const MINUTE = 60_000;
const SHOWN = 30;

/** Clicks by minute, of half an hour up to now. */
function lastMinutes(scope: FeedScope) {
  return queryOptions({
    queryKey: clickKeys.minutes(scope),
    queryFn: async ({ signal }): Promise<TimeSeries> => {
      const start = new Date((Math.floor(Date.now() / MINUTE) - SHOWN + 1) * MINUTE).toISOString();
      const query = {
        start,
        groupBy: 'timeseries',
        granularity: 'minute',
        ...scopeParams(scope),
      } as const;
      return (await body(api.GET('/analytics', { params: { query }, signal }))) as TimeSeries;
    },
  });
}

/** The last half hour in modules, a column for each minute. */
export function MinutesChart({ scope }: { scope: FeedScope }) {
  const { data } = useQuery(lastMinutes(scope));
  const now = useNow(MINUTE);
  const byMinute = new Map(data?.points.map((point) => [Date.parse(point.start), point.clicks]));
  const values = Array.from({ length: SHOWN }, (_, at) => byMinute.get(now - (SHOWN - 1 - at) * MINUTE) ?? 0);
  const sum = values.reduce((total, value) => total + value, 0);
  return (
    <div className="live-minutes">
      <b className="ui-figure">
        {data ? formatCount(sum) : '...'} <span className="ui-muted">in 30 minutes</span>
      </b>
      <ModuleBars values={values} rows={5} best={29} />
      <p className="chart-axis" aria-hidden="true">
        <span>−30 min</span>
        <span>now</span>
      </p>
    </div>
  );
}
