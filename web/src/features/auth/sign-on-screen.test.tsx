import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionStore } from '@/shared/lib/session-store';
import { expectAccessible } from '@/test/axe';
import { stubPasskeys } from '@/test/passkeys';
import { PERSON, renderScreen } from '@/test/render';
import { server } from '@/test/server';
import { SignOnScreen } from './sign-on-screen';

const done = vi.fn();
const REQUIRED = {
  code: 'reauthentication_required',
  message: 'There is a Linnet account with your email address. Confirm that it is yours.',
};

beforeEach(() => {
  done.mockClear();
  sessionStore.start();
});

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStore.clear();
});

/** Redeems the ticket of the fragment with the given answers of the server, and returns the requests. */
async function redeem(reply: (body: Record<string, unknown>) => Response, fragment = '#ticket=abc') {
  history.replaceState(null, '', `/login/sso${fragment}`);
  const sent: Record<string, unknown>[] = [];
  server.use(
    http.post('*/api/v1/auth/oidc/session', async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      sent.push(body);
      return reply(body);
    }),
    http.post('*/api/v1/auth/passkey/options', () => HttpResponse.json({ publicKey: { challenge: 'Yw' } })),
  );
  return { sent, ...(await renderScreen(<SignOnScreen onDone={done} />)) };
}

const loggedIn = () => HttpResponse.json({ token: 'tok', user: PERSON, workspaceId: 'wsp_9' });

describe('a sign-in with the ticket of a provider', () => {
  it('logs in to the workspace of the connection', async () => {
    const { sent } = await redeem(loggedIn);
    await waitFor(() => expect(done).toHaveBeenCalledTimes(1));
    expect(sent).toEqual([{ ticket: 'abc' }]);
    expect(done).toHaveBeenCalledWith('wsp_9');
    expect(sessionStore.get()).toMatchObject({ token: 'tok', user: PERSON });
  });

  it('asks for the password of an account that is not connected yet, and for its code', async () => {
    const { sent, user, container } = await redeem(({ password, code }) => {
      if (!password) return HttpResponse.json(REQUIRED, { status: 403 });
      if (password !== 'right') {
        const errors = [{ field: 'password', message: 'This is not the password of your account.' }];
        return HttpResponse.json({ code: 'invalid', message: errors[0]?.message, errors }, { status: 422 });
      }
      if (code !== '123456') {
        return HttpResponse.json({ code: 'second_factor_required', message: 'Enter a code.' }, { status: 401 });
      }
      return loggedIn();
    });
    expect(await screen.findByRole('heading', { name: 'Connect your account' })).toBeInTheDocument();
    expect(screen.getByText(REQUIRED.message)).toBeInTheDocument();
    const password = await screen.findByLabelText('Linnet password');
    await expectAccessible(container);
    await user.type(password, 'wrong{Enter}');
    await waitFor(() => expect(password).toHaveAccessibleDescription('This is not the password of your account.'));
    await user.clear(password);
    await user.type(password, 'right{Enter}');
    await user.type(await screen.findByLabelText('Code'), '123456{Enter}');
    await waitFor(() => expect(done).toHaveBeenCalledTimes(1));
    expect(sent.at(-1)).toEqual({ ticket: 'abc', password: 'right', code: '123456' });
  });

  it('accepts a passkey of the account', async () => {
    stubPasskeys();
    const { sent, user } = await redeem(({ credential }) =>
      credential ? loggedIn() : HttpResponse.json(REQUIRED, { status: 403 }),
    );
    await user.click(await screen.findByRole('button', { name: 'Use a passkey' }));
    await waitFor(() => expect(done).toHaveBeenCalledTimes(1));
    expect(sent.at(-1)).toEqual({ ticket: 'abc', credential: { id: 'x' } });
  });

  it('leads to a new password when the account has none', async () => {
    const { container } = await redeem(() =>
      HttpResponse.json({ code: 'conflict', message: 'Your account has no password yet.' }, { status: 409 }),
    );
    expect(await screen.findByText('Your account has no password yet.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Set a password' })).toHaveAttribute('href', '/forgot-password');
    await expectAccessible(container);
  });

  it.each([
    ['domain_lost', /has to verify the domain/],
    ['operator', /Operators of this install/],
    ['unknown_reason', /The sign-in failed/],
  ])('explains the reason %s', async (reason, sentence) => {
    await redeem(loggedIn, `#error=${reason}`);
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
    expect(done).not.toHaveBeenCalled();
  });
});
