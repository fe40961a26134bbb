import { bucketTitle, type Granularity, type Point } from '@/shared/charts/buckets';
import { ChartTable } from '@/shared/charts/chart-frame';
import { t } from '@/shared/i18n/t';
import { formatCount } from '@/shared/lib/format';
import { useReport } from '../report-context';

interface Props {
  label: string;
  points: readonly Point[];
  before: readonly Point[];
  granularity: Granularity;
}

/** The chart's values as a table. */
export function SeriesTable({ label, points, before, granularity }: Props) {
  const { zone } = useReport();
  const compared = before.length > 0;
  const imported = points.some((point) => point.imported);
  const table = {
    head: [
      t('Date'),
      label,
      ...(imported ? [t('Imported')] : []),
      ...(compared ? [t('Previous', { context: 'period' })] : []),
    ],
    rows: points.map((point, index) => [
      bucketTitle(point.start, granularity, zone),
      formatCount(point.clicks),
      ...(imported ? [formatCount(point.imported ?? 0)] : []),
      ...(compared ? [before[index] ? formatCount(before[index].clicks) : '–'] : []),
    ]),
  };
  return <ChartTable title={t('{label} over time', { label })} table={table} />;
}
