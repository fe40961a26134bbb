import { act, screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { followJob, type Job, jobKeys } from '@/entities/job/job.queries';
import { trackedJobs, trackJob } from '@/entities/job/tracked-jobs';
import { useStore } from '@/shared/hooks/use-store';
import { expectAccessible } from '@/test/axe';
import { findToast, renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { JobsTray } from './jobs-tray';

const RUNNING: Job = {
  id: 'job_1',
  kind: 'import',
  state: 'running',
  name: 'links.csv',
  done: 430,
  total: 1000,
  failed: 0,
  created: 430,
  updated: 0,
  skipped: 0,
  dryRun: false,
  message: null,
  reportUrl: null,
  importId: null,
  retrievalId: null,
  resumable: false,
  undoable: false,
  createdBy: 'usr_1',
  createdAt: '2026-11-20T10:00:00Z',
  startedAt: '2026-11-20T10:00:01Z',
  finishedAt: null,
};

let job: Job;

beforeEach(() => {
  signIn();
  job = RUNNING;
  sessionStorage.removeItem('linnet.jobs');
  server.use(
    http.get('*/api/v1/jobs', () => HttpResponse.json({ items: [job], nextCursor: null, total: 1 })),
    http.get('*/api/v1/stream', () => new HttpResponse(null, { status: 503 })),
  );
});

it('shows the progress of a job and cancels it', async () => {
  server.use(
    http.post('*/api/v1/imports/job_1/cancel', () => {
      job = { ...RUNNING, state: 'cancelled' };
      return HttpResponse.json(job);
    }),
  );
  const { user, container } = await renderScreen(<JobsTray />);
  await user.click(await screen.findByRole('button', { name: '1 job running, 43%' }));
  expect(await screen.findByText('links.csv')).toBeVisible();
  expect(screen.getByText('430 of 1,000 rows')).toBeVisible();
  await expectAccessible(container);
  await user.click(screen.getByRole('button', { name: 'Cancel links.csv' }));
  await expect.poll(() => screen.queryByRole('button', { name: /running/ })).toBeNull();
});

/** As the top bar shows the tray. */
function WhileTracked() {
  return useStore(trackedJobs).length > 0 && <JobsTray />;
}

it('follows a job that is newer than the list that is known', async () => {
  const { queryClient } = await renderScreen(<WhileTracked />);
  queryClient.setDefaultOptions({ queries: { staleTime: Number.POSITIVE_INFINITY } });
  queryClient.setQueryData(jobKeys.list, { items: [], nextCursor: null, total: 0 });
  act(() => followJob(queryClient, 'job_1'));
  expect(await screen.findByRole('button', { name: '1 job running, 43%' })).toBeVisible();
});

it('untracks a job that has ended and disappears', async () => {
  act(() => trackJob('job_1'));
  job = { ...RUNNING, state: 'done', done: 1000, created: 1000 };
  await renderScreen(<JobsTray />);
  const toast = await findToast('Import finished');
  expect(trackedJobs.get()).toEqual([]);
  // The only button is the toast's: the tray shows none.
  expect(screen.getAllByRole('button')).toEqual([within(toast).getByRole('button', { name: 'Show' })]);
});
