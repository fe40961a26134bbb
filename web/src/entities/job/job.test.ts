import { expect, it } from 'vitest';
import type { Job, JobPage } from './job.queries';
import { formatImportCounts, formatPace, progressPercent } from './job-labels';
import { trackedJobs, trackJob, untrackJob } from './tracked-jobs';
import { withJob } from './use-job-stream';

const JOB = {
  id: 'job_1',
  kind: 'import',
  state: 'running',
  done: 1_000,
  total: 5_000,
  created: 900,
  updated: 0,
  skipped: 98,
  failed: 2,
  dryRun: false,
  startedAt: '2026-11-20T10:00:00Z',
} as Job;

it.each([
  { done: 0, total: 10, state: 'running' as const, percent: 0 },
  { done: 999, total: 1_000, state: 'running' as const, percent: 99 },
  { done: 1_000, total: 1_000, state: 'running' as const, percent: 99 },
  { done: 0, total: 0, state: 'done' as const, percent: 100 },
])('$done of $total, $state, is $percent percent', ({ percent, ...job }) => {
  expect(progressPercent(job)).toBe(percent);
});

it('formats the results, the pace and the remaining time', () => {
  expect(formatImportCounts(JOB)).toBe('900 created, 98 skipped, 2 failed');
  expect(formatImportCounts({ ...JOB, dryRun: true })).toBe('900 would be created, 98 skipped, 2 failed');
  const start = Date.parse('2026-11-20T10:00:00Z');
  expect(formatPace(JOB, start + 10_000)).toBe('100 per second, 40 s left');
  expect(formatPace({ ...JOB, total: 100_000 }, start + 10_000)).toBe('100 per second, 17 min left');
  expect(formatPace(JOB, start + 500)).toBe('');
});

it('replaces a known job in the list and adds a new one on top', () => {
  const page: JobPage = { items: [JOB], nextCursor: null, total: 1 };
  expect(withJob(page, { ...JOB, done: 2_000 })).toMatchObject({ items: [{ done: 2_000 }], total: 1 });
  expect(withJob(page, { ...JOB, id: 'job_2' })).toMatchObject({ items: [{ id: 'job_2' }, { id: 'job_1' }], total: 2 });
});

it('tracks each job once until it is untracked', () => {
  trackJob('job_1');
  trackJob('job_2');
  trackJob('job_1');
  expect(trackedJobs.get()).toEqual(['job_1', 'job_2']);
  untrackJob('job_1');
  untrackJob('job_2');
  expect(trackedJobs.get()).toEqual([]);
});
