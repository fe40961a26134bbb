import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from '@/test/axe';
import { findToast, PERSON, renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { EmailForm } from './email-form';

const me = (change: object = {}) =>
  http.get('*/api/v1/me', () =>
    HttpResponse.json({ ...PERSON, emailVerified: true, pendingEmail: null, permissions: [], ...change }),
  );

describe('the email form', () => {
  it('requests a change and shows the pending one', async () => {
    signIn();
    let sent: unknown;
    server.use(
      me(),
      http.post('*/api/v1/me/email', async ({ request }) => {
        sent = await request.json();
        server.use(me({ pendingEmail: 'mara@next.example' }));
        return HttpResponse.json({ message: 'Sent.' });
      }),
      http.delete('*/api/v1/me/email', () => {
        server.use(me());
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user, container } = await renderScreen(<EmailForm />);
    await user.click(await screen.findByRole('button', { name: 'Change email' }));
    await user.type(screen.getByLabelText('New email'), 'mara@next.example');
    await user.type(screen.getByLabelText('Your password'), 'Correct-Horse-1');
    await expectAccessible(container);
    await user.click(screen.getByRole('button', { name: 'Request change' }));
    await findToast('Check both inboxes');
    expect(sent).toEqual({ email: 'mara@next.example', password: 'Correct-Horse-1' });
    await user.click(await screen.findByRole('button', { name: 'Cancel change' }));
    expect(await screen.findByRole('button', { name: 'Change email' })).toBeInTheDocument();
  });
});
