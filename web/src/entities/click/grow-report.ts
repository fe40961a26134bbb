import type { Heatmap, Report, TimeSeries, TopList } from '@/entities/analytics/analytics.types';
import { DIMENSION_NAMES } from '@/entities/analytics/model/dimensions';
import type { ReportQuery } from '@/entities/analytics/model/report-query';
import { zonedHour } from '@/shared/lib/time-zone';
import type { Click } from './click.types';
import { clickValue, matchesFilters, matchesTraffic } from './match-click';

/** Adds clicks to the bucket of a series that is still filling, the last one. */
export function addClicksToSeries(series: TimeSeries, clicks: readonly Click[]): TimeSeries {
  const last = series.points.at(-1);
  if (!last) return series;
  const inside = clicks.filter((click) => click.at >= last.start).length;
  return { ...series, points: [...series.points.slice(0, -1), { ...last, clicks: last.clicks + inside }] };
}

/** Adds clicks to their hours of the week, in a zone (the viewer's by default). */
export function addClicksToHeatmap(heat: Heatmap, clicks: readonly Click[], zone?: string): Heatmap {
  const added = new Map<string, number>();
  for (const click of clicks) {
    const { weekday, hour } = zonedHour(click.at, zone);
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

/** Adds clicks to the rows that a list has. The order stays, so that nothing moves under the pointer. */
function addClicksToList(list: TopList, values: readonly (string | undefined)[]): TopList {
  const rows = list.rows.map((row) => {
    const added = values.filter((value) => value === row.key).length;
    return added > 0 ? { ...row, clicks: row.clicks + added } : row;
  });
  return { ...list, rows };
}

/**
 * A report with clicks that have just arrived. Uniques stay: who is new only the server knows, as it does for clicks
 * whose filters cannot be judged here. The report is asked for again before long.
 */
export function applyClicksToReport(report: Report, arrived: readonly Click[], question: ReportQuery): Report {
  if (question.span.end !== null) return report;
  const kept = arrived.filter((click) => matchesFilters(click, question.filters, question.zone) === true);
  if (kept.length === 0) return report;
  const clicks = kept.filter((click) => matchesTraffic(question.traffic, click));
  const bots = kept.length - kept.filter((click) => !click.bot).length;
  const grown: Report = { ...report };
  if (report.count) {
    grown.count = { ...report.count, clicks: report.count.clicks + clicks.length, bots: report.count.bots + bots };
  }
  if (clicks.length === 0) return grown;
  if (report.timeseries) grown.timeseries = addClicksToSeries(report.timeseries, clicks);
  if (report.heatmap) grown.heatmap = addClicksToHeatmap(report.heatmap, clicks, question.zone);
  for (const dimension of DIMENSION_NAMES) {
    const list = report[dimension];
    if (!list) continue;
    grown[dimension] = addClicksToList(
      list,
      clicks.map((click) => clickValue(click, dimension)),
    );
  }
  return grown;
}
