import { screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { expect, it } from 'vitest';
import { problem } from '@/test/fixtures/handlers';
import { renderScreen } from '@/test/render';
import { server } from '@/test/server';
import { SharedLock } from './shared-lock';

it('shows a wrong password on the input, which has the focus and its text', async () => {
  server.use(http.post('*/unlock', () => problem(403, 'Incorrect password. Try again.')));
  const { user } = await renderScreen(<SharedLock token="tok" onUnlock={() => {}} />);
  const password = await screen.findByLabelText('Password');
  await user.type(password, 'guess');
  await user.click(screen.getByRole('button', { name: 'View report' }));
  await waitFor(() => expect(password).toHaveAccessibleDescription('Incorrect password. Try again.'));
  await waitFor(() => expect(password).toHaveFocus());
  expect(password).toHaveValue('guess');
});
