import type { Dimension } from '@/entities/analytics/model/dimensions';
import { formatPeriod } from '@/entities/analytics/model/report-labels';
import type { ReportQuery } from '@/entities/analytics/model/report-query';
import type { Kpi } from '@/entities/analytics/model/report-search';
import { reportParams } from '@/entities/analytics/report.queries';
import { fetchFile, saveFile } from '@/shared/api/download';
import { t } from '@/shared/i18n/t';
import { renderChartImage } from '@/widgets/report/chart/chart-image';
import { type ChartSeries, importedValue, pointValue } from '@/widgets/report/chart/use-chart-series';
import type { ReportSettings } from '@/widgets/report/report-context';

/** The exportable parts: individual clicks in a format, the chart's image, or a table. */
type ExportPart = 'csv' | 'parquet' | 'image' | 'timeseries' | 'heatmap' | Dimension;

interface ReportExport {
  settings: ReportSettings;
  chart: ChartSeries;
  /** The start of an all-time report. */
  firstBucket: string | undefined;
  /** The subject of the report. */
  name: string;
}

/** The parameters of an export: those of the report, and its part or format. */
export function exportQuery(reportQuery: ReportQuery, part: Exclude<ExportPart, 'image'>): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(reportParams(reportQuery))) query.set(name, String(value));
  if (part === 'csv' || part === 'parquet') {
    query.set('format', part);
    return query;
  }
  query.set('groupBy', part);
  if (part === 'timeseries' && reportQuery.granularity) query.set('granularity', reportQuery.granularity);
  return query;
}

/** Saves a part of the report as a file. */
export async function exportReport(part: ExportPart, report: ReportExport): Promise<void> {
  if (part === 'image') saveFile(await chartImage(report));
  else saveFile(await fetchFile('/analytics/export', exportQuery(report.settings.query, part)));
}

const METRIC_LABELS: Record<Kpi, string> = {
  clicks: 'clicks',
  uniques: t('unique visitors'),
  scans: t('QR scans'),
  bots: t('bot clicks'),
};

async function chartImage({ settings, chart: { series, total }, firstBucket, name }: ReportExport) {
  if (!series || total === undefined) throw new Error('The chart has not loaded yet.');
  const { state, span, zone, now } = settings;
  const imported = series.points.reduce((sum, point) => sum + (importedValue(state.kpi, point)?.imported ?? 0), 0);
  const content = await renderChartImage({
    title: name,
    subtitle: `${formatPeriod(span, zone, now, firstBucket)}, ${zone}`,
    label: imported > 0 ? t('clicks, and {count} imported (hatched)', { count: imported }) : METRIC_LABELS[state.kpi],
    total,
    points: series.points.map((point) => ({
      start: point.start,
      value: pointValue(state.kpi, point),
      ...importedValue(state.kpi, point),
    })),
    granularity: series.granularity,
    zone,
  });
  return { name: `linnet-${name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'chart'}.png`, content };
}
