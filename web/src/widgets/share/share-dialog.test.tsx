import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { resolvePeriod } from '@/entities/analytics/model/period';
import { buildReportQuery } from '@/entities/analytics/model/report-query';
import { type ReportSearch, readReport } from '@/entities/analytics/model/report-search';
import { expectAccessible } from '@/test/axe';
import { renderScreen } from '@/test/render';
import { server } from '@/test/server';
import type { ReportView } from '@/widgets/report/use-report';
import { ShareDialog } from './share-dialog';

const api = (path: string) => `*/api/v1${path}`;
const NOW = Date.parse('2026-11-20T12:00:00Z');

/** The report on the screen, as its URL spells it. */
function viewOf(search: ReportSearch, linkId?: string): ReportView {
  const state = readReport(search);
  const span = resolvePeriod(state.period, NOW, 'UTC');
  const query = buildReportQuery(state, span, 'UTC', NOW, linkId);
  return {
    state,
    query,
    span,
    linkId,
    zone: 'UTC',
    workspaceZone: 'UTC',
    now: NOW,
    change: () => {},
    cutAfter: null,
    report: undefined,
    stale: false,
    error: null,
    retry: () => {},
  };
}

const share = {
  id: 'shr_1',
  scope: 'workspace',
  subjectId: null,
  label: "Mara's workspace",
  name: 'Spring',
  hasPassword: true,
  expiresAt: null,
  createdBy: 'usr_1',
  createdAt: '2026-11-20T12:00:00Z',
  filters: [{ dimension: 'country', values: ['DE'] }],
  traffic: 'human',
  interval: '28d',
  start: null,
  end: null,
  timeZone: 'UTC',
  compare: null,
  compareStart: null,
  compareEnd: null,
  parts: ['count'],
};

function serveShares() {
  let kept: (typeof share)[] = [];
  const sent: Record<string, unknown>[] = [];
  server.use(
    http.get(api('/shares'), () => HttpResponse.json({ items: kept, nextCursor: null, total: kept.length })),
    http.post(api('/shares'), async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>);
      kept = [share];
      return HttpResponse.json({ ...share, url: 'http://localhost:8080/share/secret' }, { status: 201 });
    }),
    http.patch(api('/shares/:id'), async ({ request }) => {
      const { name } = (await request.json()) as { name: string };
      kept = kept.map((one) => ({ ...one, name }));
      return HttpResponse.json(kept[0]);
    }),
    http.delete(api('/shares/:id'), ({ params }) => {
      kept = kept.filter(({ id }) => id !== params.id);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return sent;
}

it('shares the filters, the traffic and the period of the report, and nothing else', async () => {
  const sent = serveShares();
  const view = viewOf({ country: 'DE,-AT', traffic: 'all', compare: 'year' });
  const { user } = await renderScreen(<ShareDialog view={view} name="Analytics" onClose={() => {}} />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Share Analytics' }));
  expect(dialog.getByText('Country is Germany, not Austria.')).toBeVisible();
  expect(dialog.getByText('Clicks of people and bots')).toBeVisible();
  expect(dialog.getByLabelText('Name')).toHaveValue('All links · Country Germany, not Austria · last 28 days');
  await user.click(dialog.getByLabelText('Hours of the week'));
  await user.click(dialog.getByLabelText('UTM sources, mediums and campaigns'));
  await user.type(dialog.getByLabelText('Password'), 'open sesame');
  await user.click(dialog.getByRole('button', { name: 'Create public page' }));
  expect(await dialog.findByDisplayValue('http://localhost:8080/share/secret')).toBeVisible();
  expect(sent).toEqual([
    {
      scope: 'workspace',
      subjectId: null,
      name: 'All links · Country Germany, not Austria · last 28 days',
      password: 'open sesame',
      expiresAt: null,
      filters: [
        { dimension: 'country', values: ['DE'], negated: false },
        { dimension: 'country', values: ['AT'], negated: true },
      ],
      traffic: 'all',
      timeZone: 'UTC',
      interval: '28d',
      compare: 'year',
      parts: [
        ...['count', 'timeseries', 'link', 'country', 'city', 'language', 'referrer', 'trigger'],
        ...['device', 'browser', 'os'],
      ],
    },
  ]);
});

it('fixes the days when asked to', async () => {
  const sent = serveShares();
  const view = viewOf({ interval: '7d' }, 'lnk_1');
  const { user } = await renderScreen(<ShareDialog view={view} name="/launch" onClose={() => {}} />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Share /launch' }));
  await user.click(dialog.getByRole('combobox', { name: 'Period' }));
  await user.click(await screen.findByRole('option', { name: /^Fixed: 14\W+20 Nov 2026/ }));
  await user.click(dialog.getByRole('button', { name: 'Create public page' }));
  await dialog.findByDisplayValue('http://localhost:8080/share/secret');
  expect(sent[0]).toMatchObject({
    scope: 'link',
    subjectId: 'lnk_1',
    filters: [],
    start: '2026-11-14T00:00:00.000Z',
    end: '2026-11-20T12:00:00.000Z',
    compareStart: '2026-11-07T00:00:00.000Z',
    compareEnd: '2026-11-13T12:00:00.000Z',
  });
  expect(sent[0]).not.toHaveProperty('interval');
  expect(sent[0]?.parts).not.toContain('link');
});

it('copies the new link, says that it is not shown again, and lists the page by its name', async () => {
  serveShares();
  const { user } = await renderScreen(<ShareDialog view={viewOf({})} name="Analytics" onClose={() => {}} />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Share Analytics' }));
  expect(await dialog.findByText('No shared pages yet.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Create public page' }));
  expect(await dialog.findByText('The page is public, and its link is copied')).toBeVisible();
  expect(dialog.getByText(/It won't be shown again\./)).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe('http://localhost:8080/share/secret');
  expect(await dialog.findByText(/Last 28 days · 1 filter/)).toBeVisible();
  await expectAccessible(screen.getByRole('dialog'));

  await user.click(dialog.getByRole('button', { name: 'Rename Spring' }));
  await user.clear(dialog.getByLabelText('Name of Spring'));
  await user.type(dialog.getByLabelText('Name of Spring'), 'Easter{Enter}');
  await user.click(await dialog.findByRole('button', { name: 'Stop sharing Easter' }));
  expect(await dialog.findByText('No shared pages yet.')).toBeVisible();
});

it('puts the server’s fault under the password', async () => {
  const message = 'A password has 4 to 200 characters.';
  server.use(
    http.get(api('/shares'), () => HttpResponse.json({ items: [], nextCursor: null, total: 0 })),
    http.post(api('/shares'), () =>
      HttpResponse.json({ code: 'invalid', message, errors: [{ field: 'password', message }] }, { status: 422 }),
    ),
  );
  const { user } = await renderScreen(<ShareDialog view={viewOf({})} name="Analytics" onClose={() => {}} />);
  await user.type(await screen.findByLabelText('Password'), 'abc');
  await user.click(screen.getByRole('button', { name: 'Create public page' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
});
