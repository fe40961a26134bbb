import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { resolveReport } from '@/entities/analytics/model/report-query';
import { type ReportSearch, readReport } from '@/entities/analytics/model/report-search';
import { expectAccessible } from '@/test/axe';
import { renderScreen } from '@/test/render';
import { server } from '@/test/server';
import { ReportContext, type ReportSettings } from '@/widgets/report/report-context';
import { ShareDialog } from './share-dialog';

const api = (path: string) => `*/api/v1${path}`;
const NOW = Date.parse('2026-11-20T12:00:00Z');

/** The dialog in a report with this URL state. */
function Screen({ search, linkId, name = 'Analytics' }: { search: ReportSearch; linkId?: string; name?: string }) {
  const state = readReport(search);
  const settings: ReportSettings = {
    state,
    ...resolveReport(state, undefined, NOW, { linkId }),
    linkId,
    now: NOW,
    change: () => {},
    ready: false,
  };
  return (
    <ReportContext value={settings}>
      <ShareDialog name={name} onClose={() => {}} />
    </ReportContext>
  );
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
  let stored: (typeof share)[] = [];
  const sent: Record<string, unknown>[] = [];
  server.use(
    http.get(api('/shares'), () => HttpResponse.json({ items: stored, nextCursor: null, total: stored.length })),
    http.post(api('/shares'), async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>);
      stored = [share];
      return HttpResponse.json({ ...share, url: 'http://localhost:8080/share/secret' }, { status: 201 });
    }),
    http.patch(api('/shares/:id'), async ({ request }) => {
      const { name } = (await request.json()) as { name: string };
      stored = stored.map((one) => ({ ...one, name }));
      return HttpResponse.json(stored[0]);
    }),
    http.delete(api('/shares/:id'), ({ params }) => {
      stored = stored.filter(({ id }) => id !== params.id);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return sent;
}

it('sends exactly the filters, traffic and period of the report', async () => {
  const sent = serveShares();
  const { user } = await renderScreen(<Screen search={{ country: 'DE,-AT', traffic: 'all', compare: 'year' }} />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Share Analytics' }));
  expect(dialog.getByText('Country is Germany, not Austria.')).toBeVisible();
  expect(dialog.getByText('Clicks by people and bots')).toBeVisible();
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

it('sends a fixed date range when the period is fixed', async () => {
  const sent = serveShares();
  const { user } = await renderScreen(<Screen search={{ interval: '7d' }} linkId="lnk_1" name="/launch" />);
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

it('copies the new link, says that it is shown only once, and lists the page', async () => {
  serveShares();
  const { user } = await renderScreen(<Screen search={{}} />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Share Analytics' }));
  expect(await dialog.findByText('No shared pages yet.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Create public page' }));
  expect(await dialog.findByText('Public page created, link copied')).toBeVisible();
  expect(dialog.getByText(/It won't be shown again\./)).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe('http://localhost:8080/share/secret');
  expect(await dialog.findByText(/Last 28 days · 1 filter/)).toBeVisible();
  await expectAccessible(screen.getByRole('dialog'));

  await user.click(dialog.getByRole('button', { name: 'Rename Spring' }));
  await user.clear(dialog.getByLabelText('Name of Spring'));
  await user.type(dialog.getByLabelText('Name of Spring'), 'Easter{Enter}');
  await user.click(await dialog.findByRole('button', { name: 'Stop sharing Easter' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Stop sharing “Easter”?' }));
  await user.click(question.getByRole('button', { name: 'Stop sharing' }));
  expect(await dialog.findByText('No shared pages yet.')).toBeVisible();
});

it('shows a server error on the password, which has the focus and its text', async () => {
  const message = 'A password has 4 to 200 characters.';
  server.use(
    http.get(api('/shares'), () => HttpResponse.json({ items: [], nextCursor: null, total: 0 })),
    http.post(api('/shares'), () =>
      HttpResponse.json({ code: 'invalid', message, errors: [{ field: 'password', message }] }, { status: 422 }),
    ),
  );
  const { user } = await renderScreen(<Screen search={{}} />);
  await user.type(await screen.findByLabelText('Password'), 'abc');
  await user.click(screen.getByRole('button', { name: 'Create public page' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  const password = screen.getByLabelText('Password');
  expect(password).toHaveAccessibleDescription(message);
  await waitFor(() => expect(password).toHaveFocus());
  expect(password).toHaveValue('abc');
});
