import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from '@/test/axe';
import { PERSON, renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { VerifyEmailScreen } from './verify-email-screen';

describe('the page of a link in an email', () => {
  it('redeems the token on click', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post('*/api/v1/auth/verify-email', async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ outcome: 'verified', message: 'Your email address is verified.' });
      }),
    );
    signIn({ ...PERSON, emailVerified: false } as typeof PERSON);
    const { user, container } = await renderScreen(<VerifyEmailScreen token="secret" />);
    expect(sent).toEqual([]);
    await expectAccessible(container);
    await user.click(await screen.findByRole('button', { name: 'Confirm' }));
    expect(await screen.findByRole('heading', { name: 'Email address verified' })).toBeInTheDocument();
    expect(sent).toEqual([{ token: 'secret', refuse: false }]);
    expect(localStorage.getItem('linnet.user')).not.toContain('emailVerified');
  });

  it('refuses a request and shows an expired link', async () => {
    const { user } = await renderScreen(<VerifyEmailScreen token="secret" />);
    const message = 'This link has expired or was already used. Request a new one.';
    server.use(http.post('*/api/v1/auth/verify-email', () => HttpResponse.json({ message }, { status: 422 })));
    await user.click(await screen.findByRole('button', { name: 'Confirm' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    server.use(
      http.post('*/api/v1/auth/verify-email', () =>
        HttpResponse.json({ outcome: 'refused', message: 'The request was cancelled.' }),
      ),
    );
    await user.click(screen.getByRole('button', { name: 'I didn’t request this' }));
    expect(await screen.findByRole('heading', { name: 'Request cancelled' })).toBeInTheDocument();
  });
});
