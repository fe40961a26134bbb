import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { sessionStore } from '@/shared/lib/session-store';
import { expectAccessible } from '@/test/axe';
import { PERSON, renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { DeleteAccount } from './delete-account';

it('deletes the account after the address and the password were typed', async () => {
  signIn();
  const sent: unknown[] = [];
  const message = 'You are the only owner of the workspace "Oat Street", which has other members.';
  server.use(
    http.delete('*/api/v1/me', async ({ request }) => {
      sent.push(await request.json());
      return sent.length === 1
        ? HttpResponse.json({ code: 'conflict', message }, { status: 409 })
        : new HttpResponse(null, { status: 204 });
    }),
  );
  const { user } = await renderScreen(<DeleteAccount />);
  await user.click(await screen.findByRole('button', { name: 'Delete account' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete your account' });
  await expectAccessible(dialog);
  const submit = () => user.click(screen.getByRole('button', { name: 'Delete account' }));
  await user.type(screen.getByLabelText(/to confirm$/), 'someone@else.example');
  await user.type(screen.getByLabelText('Your password'), 'Correct-Horse-1');
  await submit();
  expect(await screen.findByText('Enter your email address')).toBeInTheDocument();
  expect(sent).toEqual([]);
  await user.clear(screen.getByLabelText(/to confirm/));
  await user.type(screen.getByLabelText(/to confirm/), PERSON.email);
  await submit();
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  await submit();
  await waitFor(() => expect(sessionStore.get().status).toBe('unauthenticated'));
  expect(sent).toEqual([{ password: 'Correct-Horse-1' }, { password: 'Correct-Horse-1' }]);
});
