import { zonedHour } from '@/shared/lib/time-zone';
import type { Heatmap, Report, TimeSeries, TopList } from '../analytics.types';
import { DIMENSION_NAMES } from '../model/dimensions';
import type { ReportQuery } from '../model/report-query';
import { type Click, clickValue, matchesFilters, matchesTraffic } from './match-click';

/** A series with clicks added to its last bucket, the only one that is still open. */
export function addClicksToSeries(series: TimeSeries, clicks: readonly Click[]): TimeSeries {
  const last = series.points.at(-1);
  const added = last ? clicks.filter((click) => click.at >= last.start).length : 0;
  if (!last || added === 0) return series;
  return { ...series, points: [...series.points.slice(0, -1), { ...last, clicks: last.clicks + added }] };
}

/** A heatmap with clicks added to their hours of the week, in `zone` or else the browser's zone. */
export function addClicksToHeatmap(heatmap: Heatmap, clicks: readonly Click[], zone?: string): Heatmap {
  if (clicks.length === 0) return heatmap;
  const added = new Map<string, number>();
  for (const click of clicks) {
    const { weekday, hour } = zonedHour(click.at, zone);
    added.set(`${weekday} ${hour}`, (added.get(`${weekday} ${hour}`) ?? 0) + 1);
  }
  return {
    ...heatmap,
    cells: heatmap.cells.map((cell) => ({
      ...cell,
      clicks: cell.clicks + (added.get(`${cell.weekday} ${cell.hour}`) ?? 0),
    })),
  };
}

/** A list with clicks added to its rows. The order stays, so that no row moves under the pointer. */
function addClicksToList(list: TopList, values: readonly (string | undefined)[]): TopList {
  const rows = list.rows.map((row) => {
    const added = values.filter((value) => value === row.key).length;
    return added > 0 ? { ...row, clicks: row.clicks + added } : row;
  });
  return { ...list, rows };
}

/**
 * A report with clicks that have just arrived; the same object when none counts. Unique visitors stay as they are, and so
 * do clicks whose filters cannot be decided here: only the server can count them.
 */
export function applyClicksToReport(report: Report, arrived: readonly Click[], query: ReportQuery): Report {
  if (query.span.end !== null) return report;
  const matching = arrived.filter((click) => matchesFilters(click, query.filters, query.zone) === true);
  if (matching.length === 0) return report;
  const clicks = matching.filter((click) => matchesTraffic(query.traffic, click));
  const bots = matching.filter((click) => click.bot).length;
  const next: Report = { ...report };
  if (report.count) {
    next.count = { ...report.count, clicks: report.count.clicks + clicks.length, bots: report.count.bots + bots };
  }
  if (clicks.length === 0) return next;
  if (report.timeseries) next.timeseries = addClicksToSeries(report.timeseries, clicks);
  if (report.heatmap) next.heatmap = addClicksToHeatmap(report.heatmap, clicks, query.zone);
  for (const dimension of DIMENSION_NAMES) {
    const list = report[dimension];
    if (!list) continue;
    next[dimension] = addClicksToList(
      list,
      clicks.map((click) => clickValue(click, dimension)),
    );
  }
  return next;
}
