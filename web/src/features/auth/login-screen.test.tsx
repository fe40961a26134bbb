import { fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionStore } from '@/shared/lib/session-store';
import { expectAccessible } from '@/test/axe';
import { stubPasskeys } from '@/test/passkeys';
import { findToast, PERSON, renderScreen } from '@/test/render';
import { server } from '@/test/server';
import { LoginScreen } from './login-screen';

const done = vi.fn();

beforeEach(() => {
  done.mockClear();
  sessionStore.start();
  history.replaceState(null, '', '/login');
});

afterEach(() => {
  vi.unstubAllGlobals();
});

async function logIn(reply: (body: unknown) => Response) {
  server.use(http.post('*/api/v1/auth/login', async ({ request }) => reply(await request.json())));
  const screenAndUser = await renderScreen(<LoginScreen onDone={done} />);
  await screenAndUser.user.type(screen.getByLabelText('Email'), 'ada@example.com');
  await screenAndUser.user.type(screen.getByLabelText('Password'), 'password');
  await screenAndUser.user.click(screen.getByRole('button', { name: 'Log In' }));
  return screenAndUser;
}

const long = (count: number) => 'x'.repeat(count);
const DOMAIN = `${long(60)}.${long(60)}.${long(60)}.example.com`;
const emailOf = (count: number) => `${long(count - DOMAIN.length - 1)}@${DOMAIN}`;

describe('login', () => {
  it('says so when the session ended', async () => {
    await renderScreen(<LoginScreen ended onDone={done} />);
    expect(screen.getByText('Your session ended. Log in again.')).toBeVisible();
  });

  it('AC-144 to AC-148: shows what it should and is accessible', async () => {
    const { container } = await renderScreen(<LoginScreen onDone={done} />);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Welcome Back');
    expect(screen.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute('href', '/forgot-password');
    expect(screen.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/signup');
    await expectAccessible(container);
  });

  it.each([
    [
      'AC-149 AC-150 AC-151',
      'Email',
      [
        ['ada', 'Please enter a valid email address'],
        // An email of fewer than three characters always violates the first rule, which covers AC-150.
        ['a@', 'Please enter a valid email address'],
        [emailOf(256), 'Email must be less than 255 characters'],
        [emailOf(255), null],
      ],
    ],
    [
      'AC-152 AC-153 AC-154',
      'Password',
      [
        ['', 'Password must be at least 8 characters'],
        ['1234567', 'Password must be at least 8 characters'],
        [long(33), 'Password must be less than 32 characters'],
        ['xxxxxxxx', null],
        [long(32), null],
      ],
    ],
  ] as const)('%s: shows the first violated rule of the field %s', async (_, label, cases) => {
    const { user } = await renderScreen(<LoginScreen onDone={done} />);
    await user.click(screen.getByRole('button', { name: 'Log In' }));
    await waitFor(() => expect(screen.getByLabelText('Email')).toBeInvalid());
    expect(screen.getByLabelText('Email')).toHaveFocus();
    const input = screen.getByLabelText(label);
    for (const [typed, message] of cases) {
      fireEvent.change(input, { target: { value: typed } });
      if (message === null) await waitFor(() => expect(input, typed).not.toHaveAttribute('aria-invalid'));
      else await waitFor(() => expect(input, typed).toHaveAccessibleDescription(message));
    }
  });

  it('AC-155 to AC-157: sends exactly address and password, keeps the session and goes on', async () => {
    let sent: unknown;
    await logIn((body) => {
      sent = body;
      return HttpResponse.json({ token: 'tok', user: PERSON });
    });
    await waitFor(() => expect(done).toHaveBeenCalledTimes(1));
    expect(sent).toEqual({ email: 'ada@example.com', password: 'password' });
    expect(sessionStore.get()).toEqual({ status: 'authenticated', user: PERSON, token: 'tok' });
    expect(await findToast('Success!')).toHaveTextContent('You have successfully logged in.');
  });

  it('AC-158, AC-161: shows a wrong password on the page, which stays as it is', async () => {
    await logIn(() => HttpResponse.json({ message: 'Email or password is wrong.' }, { status: 401 }));
    const toast = await findToast('Login Failed');
    expect(toast).toHaveTextContent('Email or password is wrong.');
    expect(toast).toHaveClass('ui-bad');
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com');
    expect(done).not.toHaveBeenCalled();
  });

  it('AC-159: shows the default message for a response without one', async () => {
    await logIn(() => new HttpResponse(null, { status: 500 }));
    expect(await findToast('Login Failed')).toHaveTextContent('Login failed. Please try again.');
    expect(screen.getByRole('button', { name: 'Log In' })).toBeEnabled();
  });

  it.each([
    ['AC-160: the browser’s message', new TypeError('The wire is cut'), 'The wire is cut'],
    ['AC-158: the default message of the screen', new Error(''), 'Something went wrong. Please try again.'],
  ])('shows for a failed request %s', async (_, error, message) => {
    vi.stubGlobal('fetch', () => Promise.reject(error));
    await logIn(() => HttpResponse.error());
    expect(await findToast('Login Failed')).toHaveTextContent(message);
  });

  it('AC-160: shows the browser’s own words when there was no answer', async () => {
    await logIn(() => HttpResponse.error());
    expect(await findToast('Login Failed')).toHaveTextContent('Failed to fetch');
  });

  it('requires a code when two-factor authentication is on, and accepts a recovery code instead', async () => {
    const sent: unknown[] = [];
    const { user, container } = await logIn((body) => {
      sent.push(body);
      if ((body as { recoveryCode?: string }).recoveryCode === 'right') {
        return HttpResponse.json({ token: 'tok', user: PERSON });
      }
      const errors = sent.length > 1 ? [{ field: 'code', message: 'This code is not valid.' }] : [];
      return HttpResponse.json({ code: 'second_factor_required', message: 'Enter the code.', errors }, { status: 401 });
    });
    const code = await screen.findByLabelText('Code');
    expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    await expectAccessible(container);
    await user.type(code, '123456');
    await user.click(screen.getByRole('button', { name: 'Log In' }));
    await waitFor(() => expect(code).toHaveAccessibleDescription('This code is not valid.'));
    await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
    await user.type(screen.getByLabelText('Recovery code'), 'right');
    await user.click(screen.getByRole('button', { name: 'Log In' }));
    await waitFor(() => expect(done).toHaveBeenCalledTimes(1));
    expect(sent).toEqual([
      { email: 'ada@example.com', password: 'password' },
      { email: 'ada@example.com', password: 'password', code: '123456' },
      { email: 'ada@example.com', password: 'password', recoveryCode: 'right' },
    ]);
  });

  it('suggests passkeys in the email field and logs in with the one that the button selects', async () => {
    const device = stubPasskeys();
    device.get.mockReturnValueOnce(new Promise(() => {})); // until it is aborted
    server.use(
      http.post('*/api/v1/auth/passkey/options', () => HttpResponse.json({ publicKey: { challenge: 'Yw' } })),
      http.post('*/api/v1/auth/passkey', () => HttpResponse.json({ token: 'tok', user: PERSON })),
    );
    const { user } = await renderScreen(<LoginScreen onDone={done} />);
    await waitFor(() => expect(device.get).toHaveBeenCalledWith(expect.objectContaining({ mediation: 'conditional' })));
    expect(screen.getByLabelText('Email')).toHaveAttribute('autocomplete', 'username webauthn');
    await user.click(screen.getByRole('button', { name: 'Use a passkey' }));
    await waitFor(() => expect(done).toHaveBeenCalledTimes(1));
    expect(sessionStore.get()).toEqual({ status: 'authenticated', user: PERSON, token: 'tok' });
  });

  it('works without suggestions of passkeys when the server has none', async () => {
    stubPasskeys();
    server.use(
      http.post('*/api/v1/auth/passkey/options', () =>
        HttpResponse.json({ message: 'No host name.' }, { status: 409 }),
      ),
    );
    const { user } = await renderScreen(<LoginScreen onDone={done} />);
    await user.click(screen.getByRole('button', { name: 'Use a passkey' }));
    expect(await findToast('Login Failed')).toHaveTextContent('No host name.');
  });
});
