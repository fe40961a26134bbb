import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectAccessible } from '@/test/axe';
import { problem } from '@/test/fixtures/handlers';
import { findToast, PERSON, renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import type {
  AbuseCase,
  AdminLink,
  AdminUser,
  AdminWorkspace,
  BlockRule,
  Denylist,
  InstallOverview,
} from './admin.queries';
import { AdminScreen } from './admin-screen';

const AT = '2026-11-01T10:00:00Z';

const OVERVIEW: InstallOverview = {
  version: 'v1.2.3',
  startedAt: AT,
  records: 'SQLite',
  signup: 'invite',
  plans: ['FREE', 'BASIC'],
  hasPlans: true,
  plansFixed: false,
  counts: {
    users: 12,
    suspendedUsers: 1,
    workspaces: 9,
    suspendedWorkspaces: 0,
    domains: 3,
    failingDomains: 1,
    links: 1234,
    blockedLinks: 0,
    openAbuseCases: 0,
    waitingTasks: 0,
    failedTasks: 2,
  },
  disk: { freeBytes: 1_500_000_000, dataBytes: 25_000_000 },
  journalWaitingBytes: 0,
  checks: [
    { name: 'records', ok: true, optional: false },
    { name: 'journalLosses', ok: true, optional: true },
    { name: 'newerCheck', ok: true, optional: true },
    { name: 'disk', ok: false, optional: true, error: 'The disk is nearly full.' },
  ],
};

const USER: AdminUser = {
  id: 'usr_1',
  email: 'bob@example.com',
  name: 'Bob Stone',
  createdAt: AT,
  lastSeenAt: null,
  suspended: false,
  operator: false,
  workspaces: 1,
  sessions: 2,
};

const WORKSPACE: AdminWorkspace = {
  id: 'wsp_1',
  name: 'Nest',
  plan: 'FREE',
  owner: 'bob@example.com',
  links: 12,
  members: 1,
  domains: 0,
  createdAt: AT,
  suspended: false,
  deletedAt: null,
};

const LINK: AdminLink = {
  id: 'lnk_1',
  shortLink: 'go.example/spam',
  url: 'https://evil.example/',
  workspaceId: 'wsp_1',
  workspaceName: 'Nest',
  clicks: 5,
  createdAt: AT,
  blocked: false,
  deleted: false,
};

const RULE: BlockRule = {
  id: 'blk_1',
  kind: 'domain',
  pattern: 'evil.example',
  reason: 'Phishing',
  createdBy: 'usr_2',
  createdAt: AT,
};

const DENYLIST: Denylist = {
  id: 'dnl_1',
  name: 'Phishing',
  url: 'https://lists.example/phishing.txt',
  paused: false,
  entries: 1200,
  skipped: 0,
  checkedAt: AT,
  changedAt: AT,
  nextAt: AT,
  error: 'The server of the list returned the status 503.',
  createdBy: 'usr_2',
  createdAt: AT,
};

const CASE: AbuseCase = {
  id: 'abc_1',
  shortLink: 'go.example/spam',
  linkId: 'lnk_1',
  isPage: false,
  url: 'https://evil.example/',
  workspaceId: 'wsp_1',
  workspaceName: 'Nest',
  linkCreatedAt: AT,
  clicks: 5,
  blocked: false,
  suspended: false,
  deleted: false,
  state: 'open',
  reason: 'phishing',
  reports: 2,
  action: '',
  note: '',
  resolvedBy: '',
  resolvedAt: null,
  createdAt: AT,
  reportedAt: AT,
};

const REPORT = {
  id: 'abr_1',
  reason: 'phishing',
  details: 'It asks for a password.',
  email: 'eve@example.com',
  createdAt: AT,
};

let calls: { call: string; body?: unknown }[];

function Screen({ tab: first }: { tab: string }) {
  const [tab, setTab] = useState(first);
  return <AdminScreen tab={tab} onTab={setTab} />;
}

const show = (tab: string) => renderScreen(<Screen tab={tab} />);
const list = (items: readonly object[]) => HttpResponse.json({ items, nextCursor: null, total: items.length });

beforeEach(() => {
  signIn();
  calls = [];
  server.use(
    http.get('*/api/v1/me', () => HttpResponse.json({ ...PERSON, operator: true })),
    http.get('*/api/v1/admin/overview', () => HttpResponse.json(OVERVIEW)),
    http.get('*/api/v1/admin/users', ({ request }) => {
      const search = new URL(request.url).searchParams.get('search') ?? '';
      return list(USER.email.includes(search) ? [USER] : []);
    }),
    http.get('*/api/v1/admin/workspaces', () => list([WORKSPACE])),
    http.get('*/api/v1/admin/domains', () => list([])),
    http.get('*/api/v1/admin/links', () => list([LINK])),
    http.get('*/api/v1/admin/block-rules', () => list([RULE])),
    http.get('*/api/v1/admin/denylists', () => list([DENYLIST])),
    http.get('*/api/v1/admin/denylist-exceptions', () => list([])),
    http.get('*/api/v1/admin/abuse-cases', () => list([CASE])),
    http.get('*/api/v1/admin/abuse-cases/abc_1', () => HttpResponse.json({ ...CASE, items: [REPORT] })),
    ...(['post', 'put', 'patch', 'delete'] as const).map((method) =>
      http[method]('*/api/v1/admin/*', async ({ request }) => {
        const text = await request.text();
        const call = `${request.method} ${new URL(request.url).pathname.replace('/api/v1/admin', '')}`;
        calls.push({ call, ...(text && { body: JSON.parse(text) }) });
        if (call === 'POST /abuse-cases/abc_1/resolve') {
          return HttpResponse.json({ ...CASE, state: 'actioned', action: 'block_link' });
        }
        if (call === 'POST /block-rules') return HttpResponse.json(RULE, { status: 201 });
        if (call === 'POST /invitations') {
          return HttpResponse.json({ email: 'new@example.com', url: 'https://go.example/signup#x', sent: true });
        }
        return new HttpResponse(null, { status: 204 });
      }),
    ),
  );
});

describe('the operator screens', () => {
  it('are not shown to other users', async () => {
    server.use(http.get('*/api/v1/me', () => HttpResponse.json({ ...PERSON, operator: false })));
    await show('users');
    expect(await screen.findByText(/^Only operators of this install can open this page/)).toBeInTheDocument();
    expect(screen.queryByRole('tablist')).toBeNull();
  });

  it('show numbers and health of the install, and are accessible', async () => {
    const { container } = await show('overview');
    const install = await screen.findByRole('region', { name: 'Install' });
    expect(within(install).getByText('12, 1 suspended')).toBeInTheDocument();
    const node = screen.getByRole('region', { name: 'This node' });
    expect(within(node).getByText('1.5 GB')).toBeInTheDocument();
    expect(screen.getByText('Degraded')).toBeInTheDocument();
    for (const name of ['Database', 'Losses in the click journal', 'newerCheck']) {
      expect(screen.getByText(name)).toBeInTheDocument();
    }
    await expectAccessible(container);
  });

  it('turn off plans, and on again', async () => {
    const { user } = await show('overview');
    await user.click(await screen.findByRole('button', { name: 'Turn off plans' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Turn off plans?' });
    server.use(http.get('*/api/v1/admin/overview', () => HttpResponse.json({ ...OVERVIEW, hasPlans: false })));
    await user.click(within(dialog).getByRole('button', { name: 'Turn off plans' }));
    await findToast('Plans are off');
    await user.click(await screen.findByRole('button', { name: 'Turn on plans' }));
    expect(await screen.findByText(/^Every workspace gets the limits of its plan at once\./)).toBeInTheDocument();
    await user.click(
      within(screen.getByRole('alertdialog', { name: 'Turn on plans?' })).getByRole('button', {
        name: 'Turn on plans',
      }),
    );
    await findToast('Plans are on');
    expect(calls).toEqual([
      { call: 'PUT /plans', body: { plans: 'off' } },
      { call: 'PUT /plans', body: { plans: 'packages' } },
    ]);
  });

  it('do not turn plans off where the configuration decides', async () => {
    server.use(http.get('*/api/v1/admin/overview', () => HttpResponse.json({ ...OVERVIEW, plansFixed: true })));
    await show('overview');
    expect(await screen.findByText(/LINNET_PLANS is set on the server and decides this\.$/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /plans$/ })).toBeNull();
  });

  it.each(['users', 'workspaces', 'domains', 'links', 'rules'] as const)('show accessible %s', async (tab) => {
    const { container } = await show(tab);
    await screen.findByText(/^\d+ (user|workspace|domain|link|rule)s?$/);
    await expectAccessible(container);
  });

  it('show the state of deny-lists, and are accessible', async () => {
    const { container } = await show('denylists');
    expect(await screen.findByText('Not updated')).toBeInTheDocument();
    expect(screen.getByText(DENYLIST.error)).toBeInTheDocument();
    expect(await screen.findByText('No exceptions')).toBeInTheDocument();
    await expectAccessible(container);
  });

  it('block a reported link', async () => {
    const { user } = await show('reports');
    await user.click(await screen.findByRole('button', { name: 'Review go.example/spam' }));
    const dialog = await screen.findByRole('dialog', { name: 'Reports about go.example/spam' });
    expect(await within(dialog).findByText('It asks for a password.')).toBeInTheDocument();
    await expectAccessible(dialog);
    await user.type(within(dialog).getByLabelText('Note (optional)'), 'Phishing page');
    await user.click(within(dialog).getByRole('button', { name: 'Resolve case' }));
    await findToast('go.example/spam: link blocked');
    expect(calls).toEqual([
      { call: 'POST /abuse-cases/abc_1/resolve', body: { action: 'block_link', note: 'Phishing page' } },
    ]);
  });

  it('show that a case is being resolved', async () => {
    let answer = (_: Response) => {};
    server.use(
      http.post(
        '*/api/v1/admin/abuse-cases/abc_1/resolve',
        () => new Promise<Response>((resolve) => (answer = resolve)),
      ),
    );
    const { user } = await show('reports');
    await user.click(await screen.findByRole('button', { name: 'Review go.example/spam' }));
    const resolve = await screen.findByRole('button', { name: 'Resolve case' });
    await user.click(resolve);
    await waitFor(() => expect(resolve).toHaveAttribute('aria-busy', 'true'));
    expect(resolve).toBeDisabled();
    answer(problem(409, 'Another operator has resolved this case.'));
    await waitFor(() => expect(resolve).toBeEnabled());
  });

  it('find users, and say so when there are none', async () => {
    const { user } = await show('users');
    expect(await screen.findByText('bob@example.com')).toBeInTheDocument();
    await user.type(screen.getByRole('searchbox', { name: 'Search users' }), 'ada');
    expect(await screen.findByText('No users match this search')).toBeInTheDocument();
  });

  it('suspend a user after saying what happens', async () => {
    const { user } = await show('users');
    await user.click(await screen.findByRole('button', { name: 'Actions for bob@example.com' }));
    await user.click(screen.getByRole('menuitem', { name: 'Suspend…' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Suspend bob@example.com?' });
    expect(dialog).toHaveTextContent('links of the workspaces that the user owns return 410');
    expect(calls).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Suspend user' }));
    await findToast('bob@example.com suspended');
    expect(calls).toEqual([{ call: 'POST /users/usr_1/suspend' }]);
  });

  it('invite a user and show the link once', async () => {
    const { user } = await show('users');
    await user.click(await screen.findByRole('button', { name: 'Invite user' }));
    const dialog = await screen.findByRole('dialog', { name: 'Invite user' });
    await user.type(within(dialog).getByLabelText('Email'), 'new@example.com');
    await user.click(within(dialog).getByRole('button', { name: 'Invite user' }));
    expect(await screen.findByLabelText('Sign-up link')).toHaveValue('https://go.example/signup#x');
    expect(calls).toEqual([{ call: 'POST /invitations', body: { email: 'new@example.com' } }]);
  });

  it('set the plan of a workspace', async () => {
    const { user } = await show('workspaces');
    await user.click(await screen.findByRole('button', { name: 'Actions for Nest' }));
    await user.click(screen.getByRole('menuitem', { name: 'Set plan…' }));
    await user.click(await screen.findByRole('combobox', { name: 'Plan' }));
    await user.click(await screen.findByRole('option', { name: /basic/i }));
    await user.click(screen.getByRole('button', { name: 'Set plan' }));
    await waitFor(() => expect(calls).toEqual([{ call: 'PATCH /workspaces/wsp_1', body: { plan: 'BASIC' } }]));
  });

  it('block a link', async () => {
    const { user } = await show('links');
    await user.click(await screen.findByRole('button', { name: 'Actions for go.example/spam' }));
    await user.click(screen.getByRole('menuitem', { name: 'Block…' }));
    await user.click(await screen.findByRole('button', { name: 'Block link' }));
    await findToast('go.example/spam blocked');
    expect(calls).toEqual([{ call: 'POST /links/lnk_1/block' }]);
  });

  it('block destinations and delete rules', async () => {
    const { user } = await show('rules');
    await user.click(await screen.findByRole('button', { name: 'Block a destination' }));
    const dialog = await screen.findByRole('dialog', { name: 'Block a destination' });
    await user.type(within(dialog).getByLabelText('Destination'), 'evil.example');
    await user.click(within(dialog).getByRole('button', { name: 'Block destination' }));
    await waitFor(() => expect(calls).toHaveLength(1));
    await user.click(await screen.findByRole('button', { name: 'Actions for evil.example' }));
    await user.click(screen.getByRole('menuitem', { name: 'Delete…' }));
    await user.click(await screen.findByRole('button', { name: 'Delete rule' }));
    await findToast('Rule deleted');
    expect(calls).toEqual([
      { call: 'POST /block-rules', body: { kind: 'domain', pattern: 'evil.example', reason: '' } },
      { call: 'DELETE /block-rules/blk_1' },
    ]);
  });
});
