import type { QueryClient } from '@tanstack/react-query';
import { type AnalyticsKey, analyticsKeys } from '@/entities/analytics/analytics.queries';
import type { Heatmap, PeriodCount, TimeSeries } from '@/entities/analytics/analytics.types';
import { zonedHour } from '@/entities/analytics/time-zone';
import { linkKeys } from '@/entities/link/link.queries';
import type { Link, LinkPage } from '@/entities/link/link.types';
import { homeKeys } from '@/entities/usage/home-keys';
import { clickKeys, FEED_SIZE } from './click.queries';
import type { Click } from './click.types';

/** Puts new clicks before the known ones, newest first, each once. */
export function mergeFeed(known: readonly Click[], fresh: readonly Click[]): Click[] {
  const ids = new Set(known.map((click) => click.id));
  const added = fresh.filter((click) => !ids.has(click.id));
  return [...added.toReversed(), ...known].slice(0, FEED_SIZE);
}

/** Adds clicks of one link to its figures. */
function countOn<T extends Pick<Link, 'id' | 'clickCount' | 'lastClickedAt'>>(link: T, clicks: readonly Click[]): T {
  const own = clicks.filter((click) => click.linkId === link.id);
  const last = own.at(-1);
  return last ? { ...link, clickCount: link.clickCount + own.length, lastClickedAt: last.at } : link;
}

/** Adds clicks to the bucket of a series that is still filling, the last one. */
export function countInSeries(series: TimeSeries, clicks: readonly Click[]): TimeSeries {
  const last = series.points.at(-1);
  if (!last) return series;
  const inside = clicks.filter((click) => click.at >= last.start).length;
  return { ...series, points: [...series.points.slice(0, -1), { ...last, clicks: last.clicks + inside }] };
}

/** Adds clicks to their hours of the week, in the viewer's zone. */
export function countInHours(heat: Heatmap, clicks: readonly Click[]): Heatmap {
  const added = new Map<string, number>();
  for (const click of clicks) {
    const { weekday, hour } = zonedHour(click.at);
    added.set(`${weekday} ${hour}`, (added.get(`${weekday} ${hour}`) ?? 0) + 1);
  }
  return {
    ...heat,
    cells: heat.cells.map((cell) => ({
      ...cell,
      clicks: cell.clicks + (added.get(`${cell.weekday} ${cell.hour}`) ?? 0),
    })),
  };
}

/**
 * Lets everything on the screen grow by clicks that have just arrived: feeds, totals, series, hours, links. Lists keep
 * their order, so that nothing moves under the pointer. Bots are in none of these figures.
 */
export function applyClicks(queries: QueryClient, arrived: readonly Click[]): void {
  const clicks = arrived.filter((click) => !click.bot);
  if (clicks.length === 0) return;
  for (const scope of ['all', ...new Set(clicks.map((click) => click.linkId ?? ''))]) {
    const own = scope === 'all' ? clicks : clicks.filter((click) => click.linkId === scope);
    queries.setQueryData<Click[]>(clickKeys.recent(scope === 'all' ? undefined : scope), (known) =>
      known ? mergeFeed(known, own) : known,
    );
  }
  queries.setQueryData<{ totalClicks: number; trend: number }>(homeKeys.totalClicks, (known) =>
    known ? { ...known, totalClicks: known.totalClicks + clicks.length } : known,
  );
  queries.setQueryData<{ links: { id: string; alias: string; clickCount: number }[] }>(homeKeys.topLinks, (known) =>
    known ? { links: known.links.map((link) => countOn({ lastClickedAt: null, ...link }, clicks)) } : known,
  );
  queries.setQueriesData<LinkPage>({ queryKey: linkKeys.lists }, (page) =>
    page ? { ...page, items: page.items.map((link) => countOn(link, clicks)) } : page,
  );
  queries.setQueriesData<Link>({ queryKey: linkKeys.details }, (link) => (link ? countOn(link, clicks) : link));
  applyToAnalytics(queries, clicks);
}

function applyToAnalytics(queries: QueryClient, clicks: readonly Click[]): void {
  for (const query of queries.getQueryCache().findAll({ queryKey: analyticsKeys.all })) {
    const [, kind, scope] = query.queryKey as AnalyticsKey;
    const own = scope.linkId ? clicks.filter((click) => click.linkId === scope.linkId) : clicks;
    if (own.length === 0 || query.state.data === undefined) continue;
    const key = query.queryKey;
    if (kind === 'series') queries.setQueryData<TimeSeries>(key, (known) => known && countInSeries(known, own));
    if (kind === 'hours') queries.setQueryData<Heatmap>(key, (known) => known && countInHours(known, own));
    if (kind === 'count') {
      queries.setQueryData<PeriodCount>(key, (known) => known && { ...known, clicks: known.clicks + own.length });
    }
  }
}
