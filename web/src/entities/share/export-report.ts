import { chartPicture } from '@/entities/analytics/chart-picture';
import type { Dimension } from '@/entities/analytics/dimensions';
import { paramsOf } from '@/entities/analytics/report.queries';
import { rangeText } from '@/entities/analytics/report-words';
import type { ReportView } from '@/entities/analytics/use-report';
import { fetchFile, saveFile } from '@/shared/api/download';
import { messageOf } from '@/shared/api/errors';
import { toast } from '@/shared/ui/toast';

type What = 'csv' | 'parquet' | 'picture' | 'timeseries' | 'heatmap' | Dimension;

/** The parameters of an export: those of the report on the screen, and the part or the format that is wanted. */
export function exportQuery(view: ReportView, what: Exclude<What, 'picture'>): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(paramsOf(view.question))) query.set(name, String(value));
  if (what === 'csv' || what === 'parquet') {
    query.set('format', what);
    return query;
  }
  query.set('groupBy', what);
  if (what === 'timeseries' && view.question.granularity) query.set('granularity', view.question.granularity);
  return query;
}

/** Saves what is on the screen as a file, or says why not. */
export async function exportReport(view: ReportView, name: string, what: What): Promise<void> {
  try {
    if (what === 'picture') saveFile(await picture(view, name));
    else saveFile(await fetchFile('/analytics/export', exportQuery(view, what)));
  } catch (error) {
    toast({ title: 'Nothing was exported', text: messageOf(error), tone: 'bad' });
  }
}

async function picture({ report, state, span, zone, now }: ReportView, name: string) {
  const series = report?.timeseries;
  if (!series) throw new Error('There are no figures to draw yet.');
  const first = Date.parse(series.points[0]?.start ?? '');
  const uniques = state.kpi === 'uniques';
  const content = await chartPicture({
    title: name,
    subtitle: `${rangeText(span.start ?? first, span.end ?? now, zone)}, ${zone}`,
    label: uniques ? 'unique visitors' : 'clicks',
    total: (uniques ? report.count?.uniques : report.count?.clicks) ?? 0,
    points: series.points.map((point) => ({ start: point.start, value: uniques ? point.uniques : point.clicks })),
    granularity: series.granularity,
    zone,
  });
  return { name: `linnet-${name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'chart'}.png`, content };
}
