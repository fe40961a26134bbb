import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { sessionStore } from '@/shared/lib/session-store';
import { expectAccessible } from '@/test/axe';
import { findToast, PERSON, renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { AccountScreen } from './account-screen';
import { ReauthenticationHost } from './reauthentication-host';

const SESSION = {
  device: 'Firefox on Linux',
  place: null,
  createdAt: '2026-11-01T10:00:00Z',
  lastSeenAt: '2026-11-20T10:00:00Z',
  expiresAt: '2026-12-20T10:00:00Z',
  endsAt: '2027-01-30T10:00:00Z',
};

const IDENTITY = {
  id: 'sso_1',
  workspaceId: 'wsp_1',
  workspaceName: 'Acme',
  issuer: 'https://login.acme.example/realms/staff',
  email: 'mara@acme.example',
  linkedAt: '2026-11-01T10:00:00Z',
  lastUsedAt: '2026-11-20T10:00:00Z',
};
let identities: (typeof IDENTITY)[];

beforeEach(() => {
  signIn();
  identities = [];
  let sessions = [
    { ...SESSION, id: 'ses_2', current: false, device: 'Safari on iOS', place: 'Braga, PT' },
    { ...SESSION, id: 'ses_1', current: true },
  ];
  server.use(
    http.get('*/api/v1/me', () => HttpResponse.json(PERSON)),
    http.get('*/api/v1/me/second-factors', () => HttpResponse.json({ totp: false, enabledAt: null, recoveryCodes: 0 })),
    http.get('*/api/v1/me/export', () => HttpResponse.json({ state: 'none', bytes: 0 })),
    http.get('*/api/v1/me/notification-preferences', () =>
      HttpResponse.json({ items: [], nextCursor: null, total: 0 }),
    ),
    http.get('*/api/v1/me/passkeys', () => HttpResponse.json({ items: [], nextCursor: null, total: 0 })),
    http.get('*/api/v1/me/identities', () =>
      HttpResponse.json({ items: identities, nextCursor: null, total: identities.length }),
    ),
    http.delete('*/api/v1/me/identities/:id', ({ params }) => {
      identities = identities.filter(({ id }) => id !== params.id);
      return new HttpResponse(null, { status: 204 });
    }),
    http.get('*/api/v1/me/sessions', () =>
      HttpResponse.json({ items: sessions, nextCursor: null, total: sessions.length }),
    ),
    http.delete('*/api/v1/me/sessions', ({ request }) => {
      if (new URL(request.url).searchParams.get('disconnectSingleSignOn') === 'true') identities = [];
      sessions = sessions.filter(({ current }) => current);
      return new HttpResponse(null, { status: 204 });
    }),
    http.delete('*/api/v1/me/sessions/:id', ({ params }) => {
      sessions = sessions.filter(({ id }) => id !== params.id);
      return new HttpResponse(null, { status: 204 });
    }),
  );
});

describe('the account', () => {
  it('shows profile, password, sessions and preferences, and is accessible', async () => {
    const { container } = await renderScreen(<AccountScreen />);
    expect(await screen.findByText(PERSON.email)).toBeInTheDocument();
    const sessions = (await screen.findAllByRole('listitem')).map((item) => item.textContent);
    expect(sessions[0]).toContain('This browser');
    expect(sessions[1]).toContain('Braga, PT');
    await expectAccessible(container);
  });

  it('saves a changed name, here and in the stored user', async () => {
    let sent: unknown;
    server.use(
      http.patch('*/api/v1/me', async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json({ ...PERSON, firstName: 'Maria' });
      }),
    );
    const { user } = await renderScreen(<AccountScreen />);
    const name = await screen.findByLabelText('First name');
    expect(screen.getByRole('button', { name: 'Save profile' })).toBeDisabled();
    await user.clear(name);
    await user.type(name, 'Maria');
    await user.click(screen.getByRole('button', { name: 'Save profile' }));
    await findToast('Profile saved');
    expect(sent).toEqual({ firstName: 'Maria', lastName: 'Vale' });
    expect(sessionStore.get()).toMatchObject({ user: { firstName: 'Maria', email: PERSON.email } });
  });

  it('changes the password and shows a wrong current one under its field', async () => {
    const fault = { field: 'currentPassword', message: 'This is not your password.' };
    server.use(
      http.post('*/api/v1/me/password', () =>
        HttpResponse.json({ message: 'Look at the fields.', errors: [fault] }, { status: 422 }),
      ),
    );
    const { user } = await renderScreen(<AccountScreen />);
    await user.type(await screen.findByLabelText('Current password'), 'wrong');
    await user.type(screen.getByLabelText('New password'), 'Abcdef1!');
    await user.type(screen.getByLabelText('Confirm new password'), 'Abcdef1!');
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    await findToast('Couldn’t change the password');
    expect(screen.getByLabelText('Current password')).toHaveAccessibleDescription(fault.message);
    server.use(http.post('*/api/v1/me/password', () => new HttpResponse(null, { status: 204 })));
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    await findToast('Password changed');
    expect(screen.getByLabelText('Current password')).toHaveValue('');
  });

  it('ends another session, never this one', async () => {
    const { user } = await renderScreen(<AccountScreen />);
    await user.click(await screen.findByRole('button', { name: 'End the session of Safari on iOS' }));
    await waitFor(() => expect(screen.queryByText('Safari on iOS')).toBeNull());
    expect(screen.getByText('Firefox on Linux')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /End the session/ })).toBeNull();
  });

  it('ends all other sessions and shows when this one ends', async () => {
    const { user } = await renderScreen(<AccountScreen />);
    await user.click(await screen.findByRole('button', { name: 'End all other sessions' }));
    await findToast('Other sessions ended');
    await waitFor(() => expect(screen.queryByText('Safari on iOS')).toBeNull());
    expect(screen.queryByRole('button', { name: 'End all other sessions' })).toBeNull();
    expect(screen.getByText(/ends by 30 Jan 2027/)).toBeInTheDocument();
  });

  it('lists the single sign-ons that log in, and disconnects one', async () => {
    identities = [IDENTITY];
    const { user, container } = await renderScreen(<AccountScreen />);
    const listed = await screen.findByRole('list', { name: 'Connected single sign-ons' });
    expect(listed).toHaveTextContent('Acme · login.acme.example');
    expect(listed).toHaveTextContent('mara@acme.example');
    await expectAccessible(container);
    await user.click(screen.getByRole('button', { name: 'Disconnect Acme' }));
    await user.click(await screen.findByRole('button', { name: 'Disconnect' }));
    await findToast('Single sign-on disconnected');
    expect(await screen.findByText('No single sign-on is connected.')).toBeInTheDocument();
  });

  it('asks about single sign-on when the password changes and when other sessions end', async () => {
    identities = [IDENTITY];
    let sent: unknown;
    server.use(
      http.post('*/api/v1/me/password', async ({ request }) => {
        sent = await request.json();
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = await renderScreen(<AccountScreen />);
    await user.type(await screen.findByLabelText('Current password'), 'Abcdef1!');
    await user.type(screen.getByLabelText('New password'), 'Abcdef2!');
    await user.type(screen.getByLabelText('Confirm new password'), 'Abcdef2!');
    const [withPassword, withSessions] = await screen.findAllByLabelText('Also disconnect single sign-on');
    expect(withPassword).not.toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    await findToast('Password changed');
    expect(sent).toEqual({ currentPassword: 'Abcdef1!', newPassword: 'Abcdef2!', disconnectSingleSignOn: false });
    await user.click(withSessions as HTMLElement);
    await user.click(screen.getByRole('button', { name: 'End all other sessions' }));
    await findToast('Other sessions ended');
    expect(await screen.findByText('No single sign-on is connected.')).toBeInTheDocument();
    expect(screen.queryByLabelText('Also disconnect single sign-on')).toBeNull();
  });

  it('asks a session of single sign-on to confirm before it shows what concerns security', async () => {
    let confinedTo: string | null = 'wsp_1';
    server.use(
      http.get('*/api/v1/me', () => HttpResponse.json({ ...PERSON, confinedTo })),
      http.get('*/api/v1/me/reauthenticate', () => HttpResponse.json({ password: true, code: false, passkey: false })),
      http.post('*/api/v1/me/reauthenticate', () => {
        confinedTo = null;
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user, container } = await renderScreen(
      <>
        <AccountScreen />
        <ReauthenticationHost />
      </>,
    );
    const confirm = await screen.findByRole('button', { name: 'Confirm it’s you' });
    await expectAccessible(container);
    for (const section of ['Password', 'Passkeys', 'Single sign-on', 'Sessions', 'Delete account']) {
      expect(screen.queryByRole('heading', { name: section })).toBeNull();
    }
    await user.click(confirm);
    await user.type(await screen.findByLabelText('Password'), 'Abcdef1!{Enter}');
    expect(await screen.findByRole('heading', { name: 'Sessions' })).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Delete account' })).toBeInTheDocument();
  });

  it('keeps the theme and the switch of the keys', async () => {
    const { user } = await renderScreen(<AccountScreen />);
    await user.click(screen.getByRole('radio', { name: 'Dark' }));
    await user.click(screen.getByRole('switch'));
    expect(sessionStore.get()).toMatchObject({ user: { preferences: { theme: 'dark', shortcutsOff: true } } });
    await user.click(screen.getByRole('radio', { name: 'System' }));
    expect(localStorage.getItem('linnet.user')).not.toContain('theme');
  });
});
