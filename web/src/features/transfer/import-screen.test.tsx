import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { Job } from '@/entities/job/job.queries';
import { trackedJobs } from '@/entities/job/tracked-jobs';
import { expectAccessible } from '@/test/axe';
import { aDomain, domainHandlers, theDefaultDomain } from '@/test/fixtures/domains';
import { aWorkspace } from '@/test/fixtures/workspace';
import { renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import type { Preview } from './import.queries';
import { ImportScreen } from './import-screen';

const DRAFT: Job = {
  id: 'job_1',
  kind: 'import',
  state: 'draft',
  name: 'links.csv',
  done: 0,
  total: 3,
  failed: 0,
  created: 0,
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
  startedAt: null,
  finishedAt: null,
};

const PREVIEW: Preview = {
  service: 'Bitly',
  retrieved: false,
  rows: 3,
  columns: [
    { name: 'long_url', samples: ['https://example.com/a'] },
    { name: 'notes', samples: ['for the fair'] },
  ],
  mapping: { url: 'long_url' },
  fields: ['url', 'alias', 'comments'],
  judged: 3,
  counts: { created: 2, updated: 0, unchanged: 0, skipped: 0, failed: 1 },
  items: [
    {
      row: 1,
      line: 2,
      result: 'failed',
      shortUrl: null,
      url: 'nonsense',
      title: null,
      note: null,
      errors: [{ field: 'url', message: 'An address begins with its scheme.' }],
    },
  ],
  room: 1,
  otherCase: 0,
  foreign: ['bit.ly'],
};

let previews: unknown[];
let starts: unknown[];

beforeEach(() => {
  signIn();
  sessionStorage.removeItem('linnet.jobs');
  previews = [];
  starts = [];
  server.use(
    http.get('*/api/v1/imports/job_1', () => HttpResponse.json(DRAFT)),
    http.get('*/api/v1/domains', () => HttpResponse.json({ items: [], nextCursor: null, total: 0 })),
    http.get('*/api/v1/stream', () => new HttpResponse(null, { status: 503 })),
    http.post('*/api/v1/imports/job_1/preview', async ({ request }) => {
      previews.push(await request.json());
      return HttpResponse.json(PREVIEW);
    }),
    http.post('*/api/v1/imports/job_1/start', async ({ request }) => {
      const body = (await request.json()) as { partly?: boolean };
      starts.push(body);
      if (body.partly) return HttpResponse.json({ ...DRAFT, state: 'queued' });
      const problem = { code: 'limit_reached', message: 'Room for 1 more, but 3 rows.', errors: [] };
      return HttpResponse.json(problem, { status: 402 });
    }),
  );
});

const noop = () => {};

it('shows columns, samples and row errors, and refreshes the preview when the mapping changes', async () => {
  const { user, container } = await renderScreen(<ImportScreen onRetrieval={noop} id="job_1" onImport={noop} />);
  expect(await screen.findByText(/detected as a Bitly export/)).toBeVisible();
  const invalid = screen.getByRole('row', { name: /Error/ });
  expect(within(invalid).getByText('Destination: An address begins with its scheme.')).toBeVisible();
  expect(screen.getByText(/2 new, 0 updated, 0 skipped, 1 with errors/)).toBeVisible();
  await expectAccessible(container);
  await user.click(screen.getByRole('combobox', { name: 'Column notes' }));
  await user.click(await screen.findByRole('option', { name: 'Note' }));
  await expect.poll(() => previews.at(-1)).toMatchObject({ mapping: { url: 'long_url', comments: 'notes' } });
});

it('selects the workspace’s domain of new links for rows without one', async () => {
  server.use(
    ...domainHandlers([theDefaultDomain(), aDomain()]),
    http.get('*/api/v1/workspaces/current', () => HttpResponse.json(aWorkspace({ defaultDomainId: 'dom_1' }))),
  );
  const { user } = await renderScreen(<ImportScreen onRetrieval={noop} id="job_1" onImport={noop} />);
  const domain = await screen.findByRole('combobox', { name: 'Domain' });
  await waitFor(() => expect(domain).toHaveTextContent('go.oatstreet.example'));
  await user.click(domain);
  await user.click(await screen.findByRole('option', { name: 'localhost:8080' }));
  await waitFor(() => expect(previews.at(-1)).toMatchObject({ domain: 'localhost:8080' }));
});

it('imports the rows that fit when the plan’s limit is reached, and tracks the job', async () => {
  const { user } = await renderScreen(<ImportScreen onRetrieval={noop} id="job_1" onImport={noop} />);
  await user.click(await screen.findByRole('button', { name: 'Import 3 rows' }));
  expect(await screen.findByText('Room for 1 more, but 3 rows.')).toBeVisible();
  expect(trackedJobs.get()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Import the first 1' }));
  await expect.poll(trackedJobs.get).toEqual(['job_1']);
  expect(starts).toMatchObject([{ dryRun: false }, { partly: true }]);
});

it('says how to keep aliases that differ only in case', async () => {
  server.use(http.post('*/api/v1/imports/job_1/preview', () => HttpResponse.json({ ...PREVIEW, otherCase: 2 })));
  await renderScreen(<ImportScreen onRetrieval={noop} id="job_1" onImport={noop} />);
  expect(await screen.findByText(/2 aliases differ only in case from another one/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Domains' })).toHaveAttribute('href', '/dashboard/domains');
});

it('shows why a file is rejected and accepts a corrected one', async () => {
  let uploads = 0;
  server.use(
    http.post('*/api/v1/imports', ({ request }) => {
      uploads += 1;
      expect(new URL(request.url).searchParams.get('start')).toBe('false');
      if (uploads === 1) return HttpResponse.json({ message: 'This file is not UTF-8 text.' }, { status: 422 });
      return HttpResponse.json(DRAFT, { status: 201 });
    }),
  );
  const ids: (string | undefined)[] = [];
  const { user } = await renderScreen(
    <ImportScreen onRetrieval={noop} id={undefined} onImport={(id) => ids.push(id)} />,
  );
  const input = screen.getByLabelText('Choose file');
  await user.upload(input, new File(['url\n\xe4'], 'links.csv', { type: 'text/csv' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('This file is not UTF-8 text.');
  await user.upload(input, new File(['url\nhttps://example.com'], 'links.csv', { type: 'text/csv' }));
  await expect.poll(() => ids).toEqual(['job_1']);
});

it('shows that an import was not found', async () => {
  server.use(http.get('*/api/v1/imports/job_1', () => HttpResponse.json({ message: 'No.' }, { status: 404 })));
  await renderScreen(<ImportScreen onRetrieval={noop} id="job_1" onImport={noop} />);
  expect(await screen.findByRole('heading', { name: 'Import not found' })).toBeVisible();
});

const RETRIEVAL: Job = {
  ...DRAFT,
  id: 'job_2',
  kind: 'retrieval',
  state: 'running',
  name: 'Shlink (go.example.com)',
  done: 1,
  total: 3,
};

it('reads the links of another shortener and then shows their import', async () => {
  const bodies: unknown[] = [];
  const started: string[] = [];
  server.use(
    http.post('*/api/v1/retrievals', async ({ request }) => {
      bodies.push(await request.json());
      const errors = [{ field: 'key', message: 'Shlink does not accept this key.' }];
      return bodies.length === 1
        ? HttpResponse.json({ code: 'invalid', message: 'Check the form.', errors }, { status: 422 })
        : HttpResponse.json(RETRIEVAL, { status: 201 });
    }),
  );
  const { user, container } = await renderScreen(
    <ImportScreen id={undefined} onImport={noop} onRetrieval={(id) => started.push(id)} />,
  );
  await expectAccessible(container);
  await user.click(screen.getByRole('button', { name: 'Shlink' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Import from Shlink' }));
  await user.click(dialog.getByRole('button', { name: 'Read links' }));
  expect(dialog.getByText('Enter the address of your Shlink.')).toBeVisible();
  await user.type(dialog.getByLabelText('Server'), 'go.example.com');
  await user.type(dialog.getByLabelText('API key'), 'old');
  await user.click(dialog.getByRole('button', { name: 'Read links' }));
  expect(await dialog.findByText('Shlink does not accept this key.')).toBeVisible();
  await user.clear(dialog.getByLabelText('API key'));
  await user.type(dialog.getByLabelText('API key'), 'new');
  await user.click(dialog.getByRole('button', { name: 'Read links' }));
  await waitFor(() => expect(started).toEqual(['job_2']));
  expect(bodies.at(-1)).toEqual({ from: 'shlink', url: 'go.example.com', key: 'new', history: true });
});

it('asks for no server of services that have none of their users', async () => {
  const { user } = await renderScreen(<ImportScreen id={undefined} onImport={noop} onRetrieval={noop} />);
  await user.click(screen.getByRole('button', { name: 'Bitly' }));
  expect(await screen.findByLabelText('API key')).toBeVisible();
  expect(screen.queryByLabelText('Server')).toBeNull();
});

it('leaves the click history out when it is not chosen, and offers none that a shortener does not tell', async () => {
  const bodies: unknown[] = [];
  server.use(
    http.post('*/api/v1/retrievals', async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json(RETRIEVAL, { status: 201 });
    }),
  );
  const { user } = await renderScreen(<ImportScreen id={undefined} onImport={noop} onRetrieval={noop} />);
  await user.click(screen.getByRole('button', { name: 'Bitly' }));
  const history = await screen.findByRole('checkbox', { name: /Import the click history.*One more request/ });
  expect(history).toBeChecked();
  await expectAccessible(screen.getByRole('dialog'));
  await user.click(history);
  await user.type(screen.getByLabelText('API key'), 'token');
  await user.click(screen.getByRole('button', { name: 'Read links' }));
  await waitFor(() => expect(bodies).toEqual([{ from: 'bitly', key: 'token' }]));
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Kutt' }));
  expect(await screen.findByLabelText('API key')).toBeVisible();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

it('opens the import when all links are read', async () => {
  const opened: (string | undefined)[] = [];
  server.use(
    http.get('*/api/v1/retrievals/job_2', () => HttpResponse.json({ ...RETRIEVAL, state: 'done', importId: 'job_1' })),
  );
  await renderScreen(
    <ImportScreen id={undefined} retrievalId="job_2" onImport={(id) => opened.push(id)} onRetrieval={noop} />,
  );
  await waitFor(() => expect(opened).toEqual(['job_1']));
});

it('continues a retrieval that has lost its key with another one', async () => {
  const paused: Job = {
    ...RETRIEVAL,
    state: 'cancelled',
    message: 'Shlink does not accept this key.',
    resumable: true,
  };
  const keys: unknown[] = [];
  server.use(
    http.get('*/api/v1/retrievals/job_2', () => HttpResponse.json(paused)),
    http.put('*/api/v1/retrievals/job_2/key', async ({ request }) => {
      keys.push(await request.json());
      return HttpResponse.json(paused);
    }),
    http.post('*/api/v1/retrievals/job_2/resume', () => HttpResponse.json(RETRIEVAL)),
  );
  const { user, container } = await renderScreen(
    <ImportScreen id={undefined} retrievalId="job_2" onImport={noop} onRetrieval={noop} />,
  );
  expect(await screen.findByText('Shlink does not accept this key.')).toBeVisible();
  expect(screen.getByText('Paused')).toBeVisible();
  await expectAccessible(container);
  await user.type(screen.getByLabelText('Another API key'), 'new');
  await user.click(screen.getByRole('button', { name: 'Continue with this key' }));
  await waitFor(() => expect(keys).toEqual([{ key: 'new' }]));
  expect(await screen.findByText('Running')).toBeVisible();
  expect(trackedJobs.get()).toContain('job_2');
});

it('shows no columns for links that were read by an API', async () => {
  server.use(
    http.post('*/api/v1/imports/job_1/preview', () =>
      HttpResponse.json({ ...PREVIEW, service: 'Shlink (go.example.com)', retrieved: true }),
    ),
  );
  await renderScreen(<ImportScreen id="job_1" onImport={noop} onRetrieval={noop} />);
  expect(await screen.findByText('3 links were read from Shlink (go.example.com).')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Columns' })).toBeNull();
});

it('checks the redirects of an import, of all links or of a sample', async () => {
  const done: Job = { ...DRAFT, state: 'done', total: 1_237, done: 1_237, created: 1_237, retrievalId: 'job_2' };
  const bodies: unknown[] = [];
  server.use(
    http.get('*/api/v1/imports/job_1', () => HttpResponse.json(done)),
    http.get('*/api/v1/links', () => HttpResponse.json({ items: [], nextCursor: null, total: 0 })),
    http.post('*/api/v1/checks', async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json({ ...done, id: 'job_3', kind: 'check', state: 'queued' }, { status: 201 });
    }),
  );
  const { user } = await renderScreen(<ImportScreen id="job_1" onImport={noop} onRetrieval={noop} />);
  await user.click(await screen.findByRole('button', { name: 'Check redirects' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText(/About 13 minutes/)).toBeVisible();
  await user.click(dialog.getByRole('combobox', { name: 'Links' }));
  await user.click(await screen.findByRole('option', { name: 'A sample of 100' }));
  expect(dialog.getByText(/About 1 minute\./)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Check' }));
  await waitFor(() => expect(bodies).toEqual([{ retrievalId: 'job_2', sample: 100 }]));
  expect(trackedJobs.get()).toContain('job_3');
});
