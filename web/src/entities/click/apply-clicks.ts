import type { QueryClient } from '@tanstack/react-query';
import { analyticsKeys, type Scope } from '@/entities/analytics/analytics.queries';
import type { Heatmap, Report, TimeSeries } from '@/entities/analytics/analytics.types';
import type { ReportQuery } from '@/entities/analytics/model/report-query';
import { linkKeys } from '@/entities/link/link.queries';
import type { Link, LinkPage } from '@/entities/link/link.types';
import { homeKeys } from '@/entities/usage/home-keys';
import { currentWorkspace } from '@/entities/workspace/workspace.queries';
import { FEED_SIZE, type FeedScope } from './click.queries';
import type { Click } from './click.types';
import { addClicksToHeatmap, addClicksToSeries, applyClicksToReport } from './grow-report';
import { matchesFilters, matchesTraffic } from './match-click';

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

/**
 * Lets everything on the screen grow by clicks that have just arrived: feeds, totals, charts, lists, links. Lists keep
 * their order, so that nothing moves under the pointer.
 */
export function applyClicks(queries: QueryClient, arrived: readonly Click[]): void {
  applyToFeeds(queries, arrived);
  applyToReports(queries, arrived);
  const clicks = arrived.filter((click) => !click.bot); // the figures below are of people
  if (clicks.length === 0) return;
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
  applyToSmallCharts(queries, clicks);
}

/** The clicks that a scope surely takes. */
function within(clicks: readonly Click[], { traffic, filters, zone }: FeedScope): Click[] {
  return clicks.filter((click) => matchesTraffic(traffic, click) && matchesFilters(click, filters, zone) === true);
}

function applyToFeeds(queries: QueryClient, arrived: readonly Click[]): void {
  for (const { queryKey } of queries.getQueryCache().findAll({ queryKey: ['clicks', 'recent'] })) {
    const own = within(arrived, queryKey[2] as FeedScope);
    if (own.length > 0) queries.setQueryData<Click[]>(queryKey, (known) => known && mergeFeed(known, own));
  }
  for (const { queryKey } of queries.getQueryCache().findAll({ queryKey: ['clicks', 'minutes'] })) {
    const own = within(arrived, queryKey[2] as FeedScope);
    if (own.length > 0) queries.setQueryData<TimeSeries>(queryKey, (known) => known && addClicksToMinutes(known, own));
  }
}

/** Adds clicks to their minutes; the one that has just begun is not among the points yet. */
export function addClicksToMinutes(series: TimeSeries, clicks: readonly Click[]): TimeSeries {
  const points = [...series.points];
  for (const click of clicks) {
    const start = new Date(Math.floor(Date.parse(click.at) / 60_000) * 60_000).toISOString();
    const at = points.findIndex((point) => Date.parse(point.start) === Date.parse(start));
    const known = points[at];
    if (known) points[at] = { ...known, clicks: known.clicks + 1 };
    else points.push({ start, clicks: 1, uniques: 1 });
  }
  return { ...series, points };
}

function applyToReports(queries: QueryClient, arrived: readonly Click[]): void {
  for (const { queryKey } of queries.getQueryCache().findAll({ queryKey: ['analytics', 'report'] })) {
    const question = queryKey[2] as ReportQuery;
    queries.setQueryData<Report>(queryKey, (known) => known && applyClicksToReport(known, arrived, question));
  }
  for (const { queryKey } of queries.getQueryCache().findAll({ queryKey: ['analytics', 'bots'] })) {
    const question = queryKey[2] as ReportQuery;
    const bots = within(arrived, { ...question, traffic: 'bot' });
    if (question.span.end !== null || bots.length === 0) continue;
    queries.setQueryData<TimeSeries>(queryKey, (known) => known && addClicksToSeries(known, bots));
  }
}

function applyToSmallCharts(queries: QueryClient, clicks: readonly Click[]): void {
  const ownOf = (key: readonly unknown[]) => {
    const { linkId } = key[2] as Scope;
    return linkId ? clicks.filter((click) => click.linkId === linkId) : clicks;
  };
  for (const { queryKey } of queries.getQueryCache().findAll({ queryKey: [...analyticsKeys.all, 'series'] })) {
    queries.setQueryData<TimeSeries>(queryKey, (known) => known && addClicksToSeries(known, ownOf(queryKey)));
  }
  const zone = queries.getQueryData(currentWorkspace().queryKey)?.timeZone;
  for (const { queryKey } of queries.getQueryCache().findAll({ queryKey: [...analyticsKeys.all, 'hours'] })) {
    queries.setQueryData<Heatmap>(queryKey, (known) => known && addClicksToHeatmap(known, ownOf(queryKey), zone));
  }
}

/** Asks again for what arriving clicks may have changed in ways that only the server knows. */
export function refetchLiveQueries(queries: QueryClient): void {
  void queries.invalidateQueries({
    queryKey: analyticsKeys.all,
    predicate: ({ queryKey: [, kind, question] }) =>
      (kind === 'report' || kind === 'bots') && (question as ReportQuery).span.end === null,
  });
  void queries.invalidateQueries({ queryKey: homeKeys.totalClicks }); // its trend
  void queries.invalidateQueries({ queryKey: ['clicks', 'recent'] });
  void queries.invalidateQueries({ queryKey: ['clicks', 'minutes'] });
}
