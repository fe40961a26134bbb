import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { SESSION_KEYS, sessionStore } from '@/shared/lib/session-store';
import { expectAccessible } from '@/test/axe';
import { renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { Shell } from './shell';

const NEWS = {
  id: 'ntf_1',
  kind: 'sign_in',
  title: 'New sign-in',
  message: 'Firefox on Linux.',
  url: '/dashboard/account',
  createdAt: '2026-11-20T10:00:00Z',
};

function backend(unread: number) {
  const workspace = { id: 'wsp_1', name: 'Oat Street', plan: 'FREE', timeZone: 'UTC', createdAt: NEWS.createdAt };
  let left = unread;
  server.use(
    http.get('*/api/v1/workspaces/current', () => HttpResponse.json(workspace)),
    http.get('*/api/v1/dashboard/usage', () =>
      HttpResponse.json({
        plan: 'FREE',
        links: { used: 25, limit: 100 },
        clicks: { used: 1, limit: 50_000 },
        qrCodes: { used: 8 },
      }),
    ),
    http.get('*/api/v1/notifications', () => {
      const item = { ...NEWS, readAt: left ? null : NEWS.createdAt };
      return HttpResponse.json({ items: [item], nextCursor: null, total: 1, unread: left });
    }),
    http.post('*/api/v1/notifications/read', () => {
      left = 0;
      return new HttpResponse(null, { status: 204 });
    }),
  );
}

beforeEach(() => {
  signIn();
  backend(0);
});

const show = () => renderScreen(<Shell>Content</Shell>, { path: '/dashboard' });

function hrefs(nav: HTMLElement): (string | null)[] {
  return within(nav)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));
}

describe('the shell', () => {
  it('AC-162, AC-163, AC-165: shows the workspace, the plan and seven links, and is accessible', async () => {
    const { container } = await show();
    const side = within(screen.getByRole('complementary'));
    expect(await side.findByText('Oat Street')).toBeInTheDocument();
    expect(hrefs(screen.getByRole('navigation', { name: 'Main' }))).toEqual([
      '/dashboard',
      '/dashboard/links',
      '/dashboard/analytics',
      '/dashboard/qr-codes',
      '/dashboard/account',
      '/dashboard/help',
      '/dashboard/settings',
    ]);
    expect(side.getByRole('link', { current: 'page' })).toHaveTextContent('Dashboard');
    expect(side.getByRole('button', { name: 'Log Out' })).toBeInTheDocument();
    expect(within(screen.getByRole('banner')).getByText('Free Plan')).toBeInTheDocument();
    expect(await side.findByRole('progressbar', { name: 'Links used' })).toHaveAttribute('aria-valuenow', '25');
    await expectAccessible(container);
  });

  it('opens the list of workspaces from the name of the current one', async () => {
    const workspaces = [
      { id: 'wsp_1', name: 'Oat Street', plan: 'FREE', role: 'owner', timeZone: 'UTC', createdAt: NEWS.createdAt },
      { id: 'wsp_2', name: 'Tidewater', plan: 'FREE', role: 'editor', timeZone: 'UTC', createdAt: NEWS.createdAt },
    ];
    server.use(
      http.get('*/api/v1/workspaces', () => HttpResponse.json({ items: workspaces, nextCursor: null, total: 2 })),
    );
    const { user } = await show();
    await user.click(await screen.findByRole('button', { name: 'Oat Street, switch workspace' }));
    const dialog = await screen.findByRole('dialog', { name: 'Workspaces' });
    const other = await within(dialog).findByRole('link', { name: 'Switch to Tidewater' });
    expect(other).toHaveAttribute('href', '/dashboard/w/wsp_2');
    expect(within(dialog).getByText('Current')).toBeInTheDocument();
  });

  it('AC-168, AC-169: opens six links without Settings on small screens, and closes on Escape and on navigation', async () => {
    const { user, router } = await show();
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    const sheet = await screen.findByRole('dialog');
    expect(hrefs(within(sheet).getByRole('navigation'))).toEqual([
      '/dashboard',
      '/dashboard/links',
      '/dashboard/analytics',
      '/dashboard/qr-codes',
      '/dashboard/account',
      '/dashboard/help',
    ]);
    await expectAccessible(sheet);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(screen.getByRole('button', { name: 'Menu' })).toHaveFocus());
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('link', { name: 'Help' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.pathname).toBe('/dashboard/help');
  });

  it('leads to bio pages and domains on small screens', async () => {
    const { user, router } = await show();
    for (const [name, path] of [
      ['Bio pages', '/dashboard/bio-pages'],
      ['Domains', '/dashboard/domains'],
    ] as const) {
      await user.click(screen.getByRole('button', { name: 'Menu' }));
      await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));
      await waitFor(() => expect(router.state.location.pathname).toBe(path));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
  });

  it('AC-166: shows a dot only while a notification is unread, and marks all as read on closing', async () => {
    backend(1);
    const { user } = await show();
    const bell = await screen.findByRole('button', { name: 'Notifications, 1 unread' });
    expect(bell).toHaveAttribute('data-unread');
    await user.click(bell);
    expect(await screen.findByText('Firefox on Linux.')).toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect(await screen.findByRole('button', { name: 'Notifications' })).not.toHaveAttribute('data-unread');
  });

  it('AC-167, AC-194: logs out through the account menu, which clears the session and calls the server', async () => {
    let token: string | null = null;
    server.use(
      http.post('*/api/v1/auth/logout', ({ request }) => {
        token = request.headers.get('Authorization');
        return new HttpResponse(null, { status: 204 });
      }),
    );
    sessionStore.deviceId();
    const { user } = await show();
    await user.click(await screen.findByRole('button', { name: 'Account menu' }));
    const menu = await screen.findByRole('menu');
    expect(menu).toHaveTextContent('My Account');
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map((item) => item.textContent),
    ).toEqual(['Profile', 'Settings', 'Log out']);
    await user.click(within(menu).getByRole('menuitem', { name: 'Log out' }));
    expect(Object.values(SESSION_KEYS).map((key) => localStorage.getItem(key))).toEqual([null, null, null]);
    await waitFor(() => expect(token).toBe('Bearer token-1'));
  });

  it('collapses to a rail with the shortcut and stores the preference', async () => {
    const { user } = await show();
    await user.keyboard('{Control>}\\{/Control}');
    await waitFor(() => expect(document.querySelector('.shell-app')).toHaveAttribute('data-rail'));
    expect(sessionStore.get()).toMatchObject({ user: { preferences: { rail: true } } });
    expect(
      within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Analytics' }),
    ).toBeInTheDocument();
  });

  it('opens the shortcuts with ? and navigates with G and a letter', async () => {
    const { user, router } = await show();
    await user.keyboard('?');
    const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(within(sheet).getByText('Collapse sidebar')).toBeInTheDocument();
    await user.keyboard('{Escape}');
    await user.keyboard('gs');
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/settings'));
  });
});
