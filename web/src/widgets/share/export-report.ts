import type { Dimension } from '@/entities/analytics/model/dimensions';
import { formatPeriod } from '@/entities/analytics/model/report-labels';
import type { Kpi } from '@/entities/analytics/model/report-search';
import { reportParams } from '@/entities/analytics/report.queries';
import { fetchFile, saveFile } from '@/shared/api/download';
import { messageOf } from '@/shared/api/errors';
import { toast } from '@/shared/ui/toast';
import { renderChartImage } from '@/widgets/report/chart/chart-image';
import { type ChartSeries, pointValue } from '@/widgets/report/chart/use-chart-series';
import type { ReportView } from '@/widgets/report/use-report';

type What = 'csv' | 'parquet' | 'picture' | 'timeseries' | 'heatmap' | Dimension;

/** The parameters of an export: those of the report on the screen, and the part or the format that is wanted. */
export function exportQuery(view: ReportView, what: Exclude<What, 'picture'>): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(reportParams(view.query))) query.set(name, String(value));
  if (what === 'csv' || what === 'parquet') {
    query.set('format', what);
    return query;
  }
  query.set('groupBy', what);
  if (what === 'timeseries' && view.query.granularity) query.set('granularity', view.query.granularity);
  return query;
}

/** Saves what is on the screen as a file, or says why not. */
export async function exportReport(view: ReportView, shown: ChartSeries, name: string, what: What): Promise<void> {
  try {
    if (what === 'picture') saveFile(await picture(view, shown, name));
    else saveFile(await fetchFile('/analytics/export', exportQuery(view, what)));
  } catch (error) {
    toast({ title: 'Nothing was exported', text: messageOf(error), tone: 'bad' });
  }
}

const COUNTED: Record<Kpi, string> = {
  clicks: 'clicks',
  uniques: 'unique visitors',
  scans: 'QR scans',
  bots: 'clicks of bots',
};

async function picture(view: ReportView, { series, total }: ChartSeries, name: string) {
  if (!series || total === undefined) throw new Error('There are no figures to draw yet.');
  const { kpi } = view.state;
  const content = await renderChartImage({
    title: name,
    subtitle: `${formatPeriod(view)}, ${view.zone}`,
    label: COUNTED[kpi],
    total,
    points: series.points.map((point) => ({ start: point.start, value: pointValue(kpi, point) })),
    granularity: series.granularity,
    zone: view.zone,
  });
  return { name: `linnet-${name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'chart'}.png`, content };
}
