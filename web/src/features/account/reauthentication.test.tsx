import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '@/shared/api/client';
import { expectAccessible } from '@/test/axe';
import { stubPasskeys } from '@/test/passkeys';
import { PERSON, renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { ReauthenticationHost } from './reauthentication-host';

const REQUIRED = { code: 'reauthentication_required', message: 'Confirm your password to continue.' };
const PASSWORD = 'Correct-Horse-1';
let names: unknown[];
let factors: { password: boolean; code: boolean; passkey: boolean };

/** The API of a user whose last authentication is too old. */
beforeEach(() => {
  signIn();
  names = [];
  factors = { password: true, code: false, passkey: false };
  let recent = false;
  server.use(
    http.get('*/api/v1/me/reauthenticate', () => HttpResponse.json(factors)),
    http.post('*/api/v1/me/reauthenticate/passkey/options', () =>
      HttpResponse.json({ publicKey: { challenge: 'Yw', rpId: 'localhost' } }),
    ),
    http.post('*/api/v1/me/reauthenticate/passkey', () => {
      recent = true;
      return new HttpResponse(null, { status: 204 });
    }),
    http.post('*/api/v1/api-keys', async ({ request }) => {
      if (!recent) return HttpResponse.json(REQUIRED, { status: 403 });
      names.push(await request.json());
      return HttpResponse.json({ id: 'key_1' }, { status: 201 });
    }),
    http.post('*/api/v1/me/reauthenticate', async ({ request }) => {
      const body = (await request.json()) as { password: string; code?: string; recoveryCode?: string };
      recent =
        body.password === PASSWORD && (!factors.code || body.code === '123456' || body.recoveryCode === 'abc-d1');
      if (recent) return new HttpResponse(null, { status: 204 });
      const errors = [{ field: 'password', message: 'This is not your current password.' }];
      return HttpResponse.json({ code: 'invalid', message: errors[0]?.message, errors }, { status: 422 });
    }),
  );
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const create = (name: string) => api.POST('/api-keys', { body: { name, scopes: ['links:read'] } });

describe('a request that requires a recent authentication', () => {
  it('is repeated after the right password', async () => {
    const { user } = await renderScreen(<ReauthenticationHost />);
    const created = Promise.all([create('One'), create('Two')]);
    const dialog = await screen.findByRole('dialog', { name: 'Confirm it’s you' });
    await expectAccessible(dialog);
    await user.type(screen.getByLabelText('Password'), 'wrong{Enter}');
    await waitFor(() =>
      expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('This is not your current password.'),
    );
    await user.clear(screen.getByLabelText('Password'));
    await user.type(screen.getByLabelText('Password'), `${PASSWORD}{Enter}`);
    expect((await created).map(({ response }) => response.status)).toEqual([201, 201]);
    expect(names).toHaveLength(2);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is repeated after a passkey', async () => {
    factors.passkey = true;
    stubPasskeys();
    const { user } = await renderScreen(<ReauthenticationHost />);
    const created = create('One');
    await user.click(await screen.findByRole('button', { name: 'Use a passkey' }));
    expect((await created).response.status).toBe(201);
  });

  it.each(['123456', 'abc-d1'])('is repeated after the password with the code %s', async (code) => {
    factors.code = true;
    const { user } = await renderScreen(<ReauthenticationHost />);
    const created = create('One');
    await user.type(await screen.findByLabelText('Password'), PASSWORD);
    await user.type(await screen.findByLabelText('Code'), code);
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect((await created).response.status).toBe(201);
  });

  it('offers a link by email when the account has neither a password nor a passkey', async () => {
    factors.password = false;
    let sent: unknown;
    server.use(
      http.post('*/api/v1/auth/forgot-password', async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json({ message: 'Sent.' });
      }),
    );
    const { user } = await renderScreen(<ReauthenticationHost />);
    const failed = expect(create('One')).rejects.toMatchObject(REQUIRED);
    const dialog = await screen.findByRole('dialog', { name: 'Set a password first' });
    await expectAccessible(dialog);
    await user.click(screen.getByRole('button', { name: 'Email me a link' }));
    await failed;
    expect(sent).toEqual({ email: PERSON.email });
  });

  it('fails with the error of the server when the dialog is cancelled', async () => {
    const { user } = await renderScreen(<ReauthenticationHost />);
    const failed = expect(create('One')).rejects.toMatchObject(REQUIRED);
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await failed;
    expect(names).toEqual([]);
  });

  it('fails at once where no dialog can open', async () => {
    await expect(create('One')).rejects.toMatchObject(REQUIRED);
  });
});
