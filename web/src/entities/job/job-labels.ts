import { formatCount, plural } from '@/shared/lib/format';
import type { Job } from './job.queries';

const STATES: Record<Job['state'], string> = {
  draft: 'Not started',
  queued: 'Waiting',
  running: 'Running',
  cancelled: 'Cancelled',
  failed: 'Stopped',
  done: 'Done',
};

/** Where the job stands, in a word. */
export function jobStateLabel(job: Job): string {
  return STATES[job.state];
}

/** How much is done, in whole percents; a job that is not at its end never says 100. */
export function progressPercent({ done, total, state }: Pick<Job, 'done' | 'total' | 'state'>): number {
  if (state === 'done') return 100;
  return total > 0 ? Math.min(99, Math.floor((done / total) * 100)) : 0;
}

/** "1,240 of 5,000 rows". */
export function formatProgress({ done, total, kind }: Job): string {
  return `${formatCount(done)} of ${plural(total, kind === 'import' ? 'row' : 'link')}`;
}

/** What an import did: "1,200 created, 30 updated, 8 skipped, 2 failed". Nothing for what did not happen. */
export function formatImportCounts(job: Job): string {
  const counts: [number, string][] = [
    [job.created, job.dryRun ? 'would be created' : 'created'],
    [job.updated, job.dryRun ? 'would be updated' : 'updated'],
    [job.skipped, 'skipped'],
    [job.failed, 'failed'],
  ];
  return counts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${formatCount(count)} ${word}`)
    .join(', ');
}

/** "1,700 a second, 12 s left"; nothing until that can be told. */
export function formatPace(job: Job, now: number): string {
  const seconds = job.startedAt ? (now - Date.parse(job.startedAt)) / 1000 : 0;
  if (job.state !== 'running' || seconds < 2 || job.done === 0) return '';
  const rate = job.done / seconds;
  const left = Math.ceil((job.total - job.done) / rate);
  const wait = left < 90 ? `${left} s` : `${Math.ceil(left / 60)} min`;
  return `${formatCount(Math.max(1, Math.round(rate)))} a second, ${wait} left`;
}
