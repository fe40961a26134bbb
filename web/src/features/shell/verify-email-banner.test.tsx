import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { findToast, PERSON, renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { VerifyEmailBanner } from './verify-email-banner';

const me = (change: object = {}) =>
  http.get('*/api/v1/me', () =>
    HttpResponse.json({ ...PERSON, emailVerified: true, pendingEmail: null, permissions: [], ...change }),
  );

describe('the banner', () => {
  it('sends the email again', async () => {
    signIn();
    server.use(
      me({ emailVerified: false }),
      http.post('*/api/v1/me/email/verification', () => HttpResponse.json({ message: 'Sent.' })),
    );
    const { user } = await renderScreen(<VerifyEmailBanner email={PERSON.email} />);
    await user.click(await screen.findByRole('button', { name: 'Send again' }));
    await findToast('Email sent');
  });

  it('updates the session when the address was verified on another device', async () => {
    signIn({ ...PERSON, emailVerified: false } as typeof PERSON);
    server.use(me());
    await renderScreen(<VerifyEmailBanner email={PERSON.email} />);
    await waitFor(() => expect(localStorage.getItem('linnet.user')).not.toContain('emailVerified'));
  });
});
