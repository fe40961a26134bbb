import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Alert } from '@/entities/alert/alert.queries';
import type { ScheduledReport } from '@/entities/scheduled-report/scheduled-report.queries';
import { expectAccessible } from '@/test/axe';
import { problem } from '@/test/fixtures/handlers';
import { aWorkspace } from '@/test/fixtures/workspace';
import { findToast, renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { ReportsScreen } from './reports-screen';

const API = '*/api/v1';
const listOf = (items: readonly unknown[]) => ({ items, nextCursor: null, total: items.length });

const report: ScheduledReport = {
  id: 'srp_1',
  name: 'Spring',
  every: 'week',
  filters: [
    { dimension: 'tag', values: ['tag_1'], labels: { tag_1: 'spring' } },
    { dimension: 'country', values: ['AT'], negated: true },
  ],
  traffic: 'human',
  paused: false,
  receiverIds: ['usr_1'],
  receivers: [
    { userId: 'usr_1', name: 'Mara Vale', unsubscribed: false },
    { userId: 'usr_2', name: 'Bo Berg', unsubscribed: true },
  ],
  nextAt: '2026-11-30T08:00:00Z',
  lastSentAt: null,
  createdBy: 'usr_1',
  creatorName: 'Mara Vale',
  createdAt: '2026-11-01T08:00:00Z',
  updatedAt: '2026-11-01T08:00:00Z',
};

const lists = (...all: readonly ScheduledReport[]) =>
  http.get(`${API}/scheduled-reports`, () => HttpResponse.json(listOf(all)));

const alert: Alert = {
  id: 'alr_1',
  name: 'Peaks',
  kind: 'spike',
  filters: [{ dimension: 'tag', values: ['tag_1'], labels: { tag_1: 'spring' } }],
  percent: 200,
  minClicks: 50,
  paused: false,
  receiverIds: ['usr_1', 'usr_2'],
  receivers: [
    { userId: 'usr_1', name: 'Mara Vale' },
    { userId: 'usr_2', name: 'Bo Berg' },
  ],
  lastRaisedAt: '2026-11-20T14:02:00Z',
  createdBy: 'usr_1',
  creatorName: 'Mara Vale',
  createdAt: '2026-11-01T08:00:00Z',
  updatedAt: '2026-11-01T08:00:00Z',
};

const alertLists = (...all: readonly Alert[]) => http.get(`${API}/alerts`, () => HttpResponse.json(listOf(all)));

const members = [
  { userId: 'usr_1', firstName: 'Mara', lastName: 'Vale', email: 'mara@oatstreet.example', role: 'owner' },
  { userId: 'usr_2', firstName: 'Bo', lastName: 'Berg', email: 'bo@oatstreet.example', role: 'editor' },
];

/** Records the bodies of the requests that change a report. */
function recorded(method: 'post' | 'patch', path: string): unknown[] {
  const bodies: unknown[] = [];
  server.use(
    http[method](`${API}${path}`, async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json(report);
    }),
  );
  return bodies;
}

beforeEach(() => {
  signIn();
  server.use(
    lists(report),
    alertLists(),
    http.get(`${API}/workspaces/current`, () => HttpResponse.json(aWorkspace())),
    http.get(`${API}/workspaces/:id/members`, () => HttpResponse.json(listOf(members))),
  );
});

describe('scheduled reports', () => {
  it('shows filters, receivers and the next date', async () => {
    await renderScreen(<ReportsScreen />);
    const item = within(await screen.findByRole('list', { name: 'Scheduled reports' })).getByRole('listitem');
    expect(item).toHaveTextContent('Each Monday, about the week before · Tag: spring · Country: not Austria');
    expect(item).toHaveTextContent('For Mara Vale, Bo Berg (unsubscribed)');
    expect(item).toHaveTextContent('Next: 30 Nov 2026');
    await expectAccessible();
  });

  it('creates a report for the user when there is none', async () => {
    server.use(lists());
    const bodies = recorded('post', '/scheduled-reports');
    const { user } = await renderScreen(<ReportsScreen />);
    expect(await screen.findByText('No scheduled reports yet')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Schedule report' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Schedule report' }));
    await user.click(dialog.getByRole('button', { name: 'Schedule report' }));
    await findToast('Report scheduled');
    expect(bodies).toEqual([
      { name: 'All links', every: 'week', filters: [], traffic: 'human', receiverIds: ['usr_1'] },
    ]);
  });

  it('edits filters, and does not subscribe a receiver again', async () => {
    const bodies = recorded('patch', '/scheduled-reports/srp_1');
    const { user } = await renderScreen(<ReportsScreen />);
    await user.click(await screen.findByRole('button', { name: 'Actions for Spring' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit report' }));
    await user.click(dialog.getByRole('button', { name: 'Remove the filter Tag: spring' }));
    expect(await dialog.findByRole('checkbox', { name: /Bo Berg.*Unsubscribed/ })).toBeDisabled();
    await user.click(dialog.getByRole('button', { name: 'Save changes' }));
    await findToast('Report saved');
    expect(bodies).toEqual([
      {
        name: 'Spring',
        every: 'week',
        filters: [{ dimension: 'country', values: ['AT'], negated: true }],
        traffic: 'human',
        receiverIds: ['usr_1'],
      },
    ]);
  });

  it('pauses a report, and says why that failed', async () => {
    server.use(http.patch(`${API}/scheduled-reports/srp_1`, () => problem(403, 'Ask an owner.')));
    const { user } = await renderScreen(<ReportsScreen />);
    await user.click(await screen.findByRole('button', { name: 'Actions for Spring' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Pause' }));
    await findToast('Couldn’t change the report');
  });

  it('offers a receiver only an email, not changes', async () => {
    server.use(
      lists({ ...report, createdBy: 'usr_2', creatorName: 'Bo Berg' }),
      http.get(`${API}/workspaces/current`, () =>
        HttpResponse.json(aWorkspace({ role: 'viewer', permissions: ['analytics:read'] })),
      ),
    );
    const { user } = await renderScreen(<ReportsScreen />);
    expect(await screen.findByText(/Scheduled by Bo Berg/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Actions for Spring' }));
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['Send me one now']);
  });
});

describe('alerts', () => {
  it('shows the rule as a sentence, the filters and when it was raised', async () => {
    server.use(alertLists(alert));
    await renderScreen(<ReportsScreen />);
    const item = within(await screen.findByRole('list', { name: 'Alerts' })).getByRole('listitem');
    expect(item).toHaveTextContent(
      'Tell Mara Vale and Bo Berg when the clicks of an hour are 200% above usual, from 50 clicks on.',
    );
    expect(item).toHaveTextContent('Tag: spring · Last raised 20 Nov 2026');
    await expectAccessible();
  });

  it('creates an alert and previews it, with the defaults of its kind', async () => {
    const bodies = recorded('post', '/alerts');
    const { user } = await renderScreen(<ReportsScreen />);
    expect(await screen.findByText('No alerts yet')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Create alert' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Create alert' }));
    await user.click(await dialog.findByRole('checkbox', { name: /Bo Berg/ }));
    await user.click(dialog.getByRole('combobox', { name: 'Kind' }));
    await user.click(await screen.findByRole('option', { name: 'Fall: a day below usual' }));
    const percent = dialog.getByRole('textbox', { name: 'Percent below usual' });
    expect(percent).toHaveValue('50');
    await user.clear(percent);
    await user.click(dialog.getByRole('button', { name: 'Create alert' }));
    expect(await dialog.findByText('Enter a number.')).toBeVisible();
    await user.type(percent, '40');
    expect(
      dialog.getByText(
        /^Tell Mara Vale and Bo Berg when the clicks of a day are 40% below usual, from 50 usual clicks on\.$/,
      ),
    ).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Create alert' }));
    await findToast('Alert created');
    expect(bodies).toEqual([
      { name: 'All links', kind: 'fall', filters: [], percent: 40, minClicks: 50, receiverIds: ['usr_1', 'usr_2'] },
    ]);
  });

  it('offers a receiver no changes', async () => {
    server.use(
      alertLists({ ...alert, createdBy: 'usr_2', creatorName: 'Bo Berg' }),
      http.get(`${API}/workspaces/current`, () =>
        HttpResponse.json(aWorkspace({ role: 'viewer', permissions: ['analytics:read'] })),
      ),
    );
    await renderScreen(<ReportsScreen />);
    expect(await screen.findByText(/Created by Bo Berg/)).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Actions for Peaks' })).toBeNull());
  });
});
