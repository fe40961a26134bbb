import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionStore } from '@/shared/lib/session-store';
import { expectAccessible } from '@/test/axe';
import { findToast, renderScreen } from '@/test/render';
import { server } from '@/test/server';
import { ForgotPasswordScreen } from './forgot-password-screen';
import { ResetPasswordScreen } from './reset-password-screen';

beforeEach(() => sessionStore.start());

describe('the forgotten password', () => {
  it('says the same for every address, without telling whether it is known', async () => {
    let sent: unknown;
    server.use(
      http.post('*/api/v1/auth/forgot-password', async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json({ message: 'On its way.' });
      }),
    );
    const { user, container } = await renderScreen(<ForgotPasswordScreen />);
    await user.type(screen.getByLabelText('Email'), 'ada@example.com');
    await user.click(screen.getByRole('button', { name: 'Send reset link' }));
    expect(await screen.findByText(/If an account exists/)).toHaveTextContent('ada@example.com');
    expect(sent).toEqual({ email: 'ada@example.com' });
    await expectAccessible(container);
  });
});

describe('the new password', () => {
  const done = vi.fn();
  beforeEach(() => done.mockClear());

  it('is sent with the token of the mail', async () => {
    let sent: unknown;
    server.use(
      http.post('*/api/v1/auth/reset-password', async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json({ message: 'Changed.' });
      }),
    );
    const { user, container } = await renderScreen(<ResetPasswordScreen token="abc" onDone={done} />);
    await expectAccessible(container);
    await user.type(screen.getByLabelText('New password'), 'Abcdef1!');
    await user.type(screen.getByLabelText('Confirm password'), 'Abcdef1!');
    await user.click(screen.getByRole('button', { name: 'Save password' }));
    await waitFor(() => expect(done).toHaveBeenCalledTimes(1));
    const values = { token: 'abc', password: 'Abcdef1!', passwordConfirmation: 'Abcdef1!' };
    expect(sent).toEqual({ ...values, disconnectSingleSignOn: true });
    await user.click(screen.getByLabelText('Also disconnect single sign-on'));
    await user.click(screen.getByRole('button', { name: 'Save password' }));
    await waitFor(() => expect(sent).toEqual({ ...values, disconnectSingleSignOn: false }));
  });

  it('shows the error when the token was already used', async () => {
    server.use(
      http.post('*/api/v1/auth/reset-password', () =>
        HttpResponse.json({ message: 'This link has been used or is too old.' }, { status: 422 }),
      ),
    );
    const { user } = await renderScreen(<ResetPasswordScreen token="old" onDone={done} />);
    await user.type(screen.getByLabelText('New password'), 'Abcdef1!');
    await user.type(screen.getByLabelText('Confirm password'), 'Abcdef1!');
    await user.click(screen.getByRole('button', { name: 'Save password' }));
    expect(await findToast('Couldn’t change the password')).toHaveTextContent('used or is too old');
    expect(done).not.toHaveBeenCalled();
  });

  it('offers another mail when the link is cut', async () => {
    await renderScreen(<ResetPasswordScreen token="" onDone={done} />);
    expect(screen.getByRole('link', { name: 'Request a new link' })).toHaveAttribute('href', '/forgot-password');
  });
});
