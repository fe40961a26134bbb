import { formatCount, plural } from '@/shared/lib/format';
import type { Job } from './job.queries';

const STATES: Record<Job['state'], string> = {
  draft: 'Not started',
  queued: 'Queued',
  running: 'Running',
  cancelled: 'Cancelled',
  failed: 'Failed',
  done: 'Done',
};

/** The label of a job's state. */
export function jobStateLabel(job: Job): string {
  return STATES[job.state];
}

/** Progress in whole percent; at most 99 until the job is done. */
export function progressPercent({ done, total, state }: Pick<Job, 'done' | 'total' | 'state'>): number {
  if (state === 'done') return 100;
  return total > 0 ? Math.min(99, Math.floor((done / total) * 100)) : 0;
}

/** What a job counts: an archive of QR codes is an export too. */
function unitOf({ kind, name }: Pick<Job, 'kind' | 'name'>): string {
  if (kind === 'import') return 'row';
  return name.endsWith('.zip') ? 'code' : 'link';
}

/** The results of a change of links: "1,200 links, 2 left out". */
export function formatChangeCounts({ done, failed }: Pick<Job, 'done' | 'failed'>): string {
  return plural(done - failed, 'link') + (failed > 0 ? `, ${formatCount(failed)} left out` : '');
}

/** "1,240 of 5,000 rows". */
export function formatProgress(job: Job): string {
  return `${formatCount(job.done)} of ${plural(job.total, unitOf(job))}`;
}

/** The results of an import without zeros: "1,200 created, 30 updated, 8 skipped, 2 failed". */
export function formatImportCounts(job: Job): string {
  const counts: [number, string][] = [
    [job.created, job.dryRun ? 'would be created' : 'created'],
    [job.updated, job.dryRun ? 'would be updated' : 'updated'],
    [job.skipped, 'skipped'],
    [job.failed, 'failed'],
  ];
  return counts
    .filter(([count]) => count > 0)
    .map(([count, label]) => `${formatCount(count)} ${label}`)
    .join(', ');
}

/** "1,700 per second, 12 s left"; empty until it can be estimated. */
export function formatPace(job: Job, now: number): string {
  const seconds = job.startedAt ? (now - Date.parse(job.startedAt)) / 1000 : 0;
  if (job.state !== 'running' || seconds < 2 || job.done === 0) return '';
  const rate = job.done / seconds;
  const left = Math.ceil((job.total - job.done) / rate);
  const wait = left < 90 ? `${left} s` : `${Math.ceil(left / 60)} min`;
  return `${formatCount(Math.max(1, Math.round(rate)))} per second, ${wait} left`;
}
