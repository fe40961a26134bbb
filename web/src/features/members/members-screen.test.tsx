import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { components } from '@/shared/api/schema';
import { expectAccessible } from '@/test/axe';
import { problem } from '@/test/fixtures/handlers';
import { aWorkspace } from '@/test/fixtures/workspace';
import { PERSON, renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { MembersScreen } from './members-screen';

type Member = components['schemas']['Member'];

const API = '*/api/v1/workspaces/:id';
const ADA: Member = {
  userId: 'usr_1',
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Lovelace',
  role: 'owner',
  joinedAt: '2026-01-01T00:00:00Z',
};
const BOB: Member = {
  ...ADA,
  userId: 'usr_2',
  email: 'bob@example.com',
  firstName: 'Bob',
  lastName: 'Ray',
  role: 'editor',
};

beforeEach(() => {
  server.use(
    http.get(`${API}/members`, () => HttpResponse.json({ items: [ADA, BOB], nextCursor: null, total: 2 })),
    http.get(`${API}/invitations`, () => HttpResponse.json({ items: [], nextCursor: null, total: 0 })),
    http.get('*/api/v1/folders', () => HttpResponse.json({ items: [], nextCursor: null, total: 0 })),
  );
});

it('names the restricted folders of each member', async () => {
  const folder = { name: 'Board', access: 'members', level: 'write', links: 2, createdAt: ADA.joinedAt };
  const members = [{ userId: BOB.userId, level: 'write' }];
  const items = [
    { ...folder, id: 'fld_1', members },
    { ...folder, id: 'fld_2', name: 'Finance', members: [{ userId: BOB.userId, level: 'read' }] },
    { ...folder, id: 'fld_3', name: 'Legal', members: [] },
    { ...folder, id: 'fld_4', name: 'Open', access: 'workspace', members: [] },
  ];
  server.use(http.get('*/api/v1/folders', () => HttpResponse.json({ items, nextCursor: null, total: 4 })));
  await renderScreen(<MembersScreen />);
  expect(await screen.findByText('Restricted folders: Board (edit), Finance (read)')).toBeVisible();
  expect(screen.getAllByText(/Restricted folders/)).toHaveLength(1);
});

it('shows the link of a new invitation once', async () => {
  const sent: unknown[] = [];
  server.use(
    http.post(`${API}/invitations`, async ({ request }) => {
      sent.push(await request.json());
      const invitation = { id: 'inv_1', email: null, role: 'editor', invitedBy: 'usr_1', inviterName: '' };
      const times = { createdAt: ADA.joinedAt, expiresAt: ADA.joinedAt };
      return HttpResponse.json(
        { ...invitation, ...times, url: 'https://go.example.com/invite/secret' },
        { status: 201 },
      );
    }),
  );
  const { user } = await renderScreen(<MembersScreen />);
  await user.click(await screen.findByRole('button', { name: 'Invite' }));
  await user.click(await screen.findByRole('button', { name: 'Create invitation' }));
  expect(await screen.findByRole('textbox', { name: 'Invitation link' })).toHaveValue(
    'https://go.example.com/invite/secret',
  );
  expect(sent).toEqual([{ role: 'editor' }]);
});

it('leads to the plans when the plan allows no more members', async () => {
  server.use(
    http.get('*/api/v1/me', () => HttpResponse.json({ operator: false })),
    http.post(`${API}/invitations`, () => problem(402, 'Your plan includes 1 member.')),
  );
  const { user } = await renderScreen(<MembersScreen />);
  await user.click(await screen.findByRole('button', { name: 'Invite' }));
  const emails = await screen.findByRole('textbox', { name: /^Email/ });
  await user.click(screen.getByRole('button', { name: 'Create invitation' }));
  expect(await screen.findByText('Your plan includes 1 member.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'View plans' })).toHaveAttribute('href', '/pricing');
  await user.type(emails, 'cleo@example.com, bob@example.com');
  await user.click(screen.getByRole('button', { name: 'Create invitation' }));
  const result = await screen.findByRole('dialog', { name: '0 of 2 invitations created' });
  expect(within(result).getAllByRole('link', { name: 'View plans' })).toHaveLength(2);
});

it('invites several addresses and shows the result of each', async () => {
  const sent: unknown[] = [];
  server.use(
    http.post(`${API}/invitations`, async ({ request }) => {
      const body = (await request.json()) as { email: string };
      sent.push(body);
      if (body.email === 'bob@example.com') return problem(409, 'This address belongs to a member.');
      const invitation = { id: 'inv_1', ...body, invitedBy: 'usr_1', inviterName: '', createdAt: ADA.joinedAt };
      return HttpResponse.json({ ...invitation, expiresAt: ADA.joinedAt, url: 'https://x.example/' }, { status: 201 });
    }),
  );
  const { user } = await renderScreen(<MembersScreen />);
  await user.click(await screen.findByRole('button', { name: 'Invite' }));
  const emails = await screen.findByRole('textbox', { name: /^Email/ });
  await user.type(emails, 'cleo@example.com, bob@example.com');
  await user.click(screen.getByRole('button', { name: 'Create invitation' }));
  const result = await screen.findByRole('dialog', { name: '1 of 2 invitations created' });
  expect(screen.getByText('This address belongs to a member.')).toBeVisible();
  expect(sent).toEqual([
    { role: 'editor', email: 'cleo@example.com' },
    { role: 'editor', email: 'bob@example.com' },
  ]);
  await expectAccessible(result);
});

it('says why the only owner cannot leave', async () => {
  signIn({ ...PERSON, email: ADA.email });
  await renderScreen(<MembersScreen />);
  const leave = await screen.findByRole('button', { name: 'Leave' });
  expect(leave).toHaveAttribute('aria-disabled', 'true');
  expect(leave).toHaveAccessibleDescription(/^You are the only owner/);
});

it('states what stays in the workspace before it removes a member', async () => {
  const removed: string[] = [];
  server.use(
    http.get(`${API}/members/:userId`, () => HttpResponse.json({ ...BOB, links: 3, qrCodes: 1, shares: 0 })),
    http.delete(`${API}/members/:userId`, ({ params }) => {
      removed.push(String(params.userId));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user } = await renderScreen(<MembersScreen />);
  await user.click(await screen.findByRole('button', { name: 'Remove Bob Ray' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(await within(dialog).findByText(/3 links, 1 QR code and 0 shared reports/)).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Remove member' }));
  await waitFor(() => expect(removed).toEqual(['usr_2']));
});

it('disables invitations and shows roles as text without the permission', async () => {
  const viewer = aWorkspace({ role: 'viewer', permissions: ['links:read', 'analytics:read', 'workspace:read'] });
  server.use(http.get('*/api/v1/workspaces/current', () => HttpResponse.json(viewer)));
  await renderScreen(<MembersScreen />);
  expect(await screen.findByText('Bob Ray')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Invite' })).toHaveAttribute('aria-disabled', 'true'));
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(screen.queryByRole('button', { name: /Remove/ })).toBeNull();
  await expectAccessible();
});
