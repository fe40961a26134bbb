import clsx from 'clsx';
import type { ClickCount } from '@/entities/analytics/analytics.types';
import type { Granularity } from '@/shared/charts/buckets';
import { t } from '@/shared/i18n/t';

type Counts = Pick<ClickCount, 'imported' | 'importedUndated'>;

/** The imported clicks of a total that has any; it does not contain them. */
export function ImportedTotal({ imported, importedUndated }: Counts) {
  return (
    <small className="kpi-imported ui-muted">
      {imported ? <span>{t('and {count} imported', { count: imported })}</span> : null}
      {importedUndated ? <span>{t('{count} imported without dates', { count: importedUndated })}</span> : null}
    </small>
  );
}

interface NoteProps extends Pick<Counts, 'imported'> {
  granularity: Granularity;
  /** The chart has no legend: the note has the pattern of the series. */
  legend?: boolean;
}

/** Says below a chart what imported clicks are. */
export function ImportedNote({ imported, granularity, legend }: NoteProps) {
  const timeless = imported && (granularity === 'hour' || granularity === 'minute');
  return (
    <p className={clsx('chart-about ui-muted', legend && 'chart-key chart-hatched')}>
      {t('Imported clicks were counted by another service before the import, without visitors.')}
      {timeless ? ` ${t('They have no times: only charts by day, week and month show them.')}` : null}
    </p>
  );
}
