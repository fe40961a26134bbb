import { t } from '@/shared/i18n/t';
import type { Job } from './job.queries';

const STATES: Record<Job['state'], string> = {
  draft: t('Not started'),
  queued: t('Queued'),
  running: t('Running'),
  cancelled: t('Cancelled'),
  failed: t('Failed'),
  done: t('Done'),
};

/** The label of a job's state. A job that waits for a person is cancelled, with a message. */
export function jobStateLabel(job: Job): string {
  return job.state === 'cancelled' && job.message ? t('Paused') : STATES[job.state];
}

/** Progress in whole percent; at most 99 until the job is done. */
export function progressPercent({ done, total, state }: Pick<Job, 'done' | 'total' | 'state'>): number {
  if (state === 'done') return 100;
  return total > 0 ? Math.min(99, Math.floor((done / total) * 100)) : 0;
}

/** The results of a change of links: "1,200 links, 2 left out". */
export function formatChangeCounts({ done, failed }: Pick<Job, 'done' | 'failed'>): string {
  const values = { count: done - failed, failed };
  return failed > 0
    ? t('{count, plural, one {# link} other {# links}}, {failed} left out', values)
    : t('{count, plural, one {# link} other {# links}}', { count: values.count });
}

/** The result of a check of redirects: "1,231 of 1,237 equal". */
export function formatCheckCounts({ done, failed }: Pick<Job, 'done' | 'failed'>): string {
  return t('{equal} of {count} equal', { equal: done - failed, count: done });
}

/** "1,240 of 5,000 rows". An archive of QR codes is an export too. */
export function formatProgress({ kind, name, done, total: count }: Job): string {
  const values = { done, count };
  if (kind === 'import') return t('{done} of {count, plural, one {# row} other {# rows}}', values);
  return name.endsWith('.zip')
    ? t('{done} of {count, plural, one {# code} other {# codes}}', values)
    : t('{done} of {count, plural, one {# link} other {# links}}', values);
}

/** The results of an import without zeros: "1,200 created, 30 updated, 8 skipped, 2 failed". */
export function formatImportCounts({ dryRun, created, updated, skipped, failed }: Job): string {
  return [
    created > 0 &&
      (dryRun ? t('{count} would be created', { count: created }) : t('{count} created', { count: created })),
    updated > 0 &&
      (dryRun ? t('{count} would be updated', { count: updated }) : t('{count} updated', { count: updated })),
    skipped > 0 && t('{count} skipped', { count: skipped }),
    failed > 0 && t('{count} failed', { count: failed }),
  ]
    .filter(Boolean)
    .join(', ');
}

/** "1,700 per second, 12 s left"; empty until it can be estimated. */
export function formatPace(job: Job, now: number): string {
  const seconds = job.startedAt ? (now - Date.parse(job.startedAt)) / 1000 : 0;
  if (job.state !== 'running' || seconds < 2 || job.done === 0) return '';
  const rate = job.done / seconds;
  const left = Math.ceil((job.total - job.done) / rate);
  const count = Math.max(1, Math.round(rate));
  return left < 90
    ? t('{count} per second, {left} s left', { count, left })
    : t('{count} per second, {left} min left', { count, left: Math.ceil(left / 60) });
}
