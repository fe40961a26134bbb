import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { problem } from '@/test/fixtures/handlers';
import { findToast, renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { ViewDialog } from './view-dialog';

const VIEWS = '*/api/v1/saved-views';

beforeEach(() => signIn());

it('saves the current filters under a name', async () => {
  let sent: unknown;
  server.use(
    http.post(VIEWS, async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json({ id: 'viw_1', ...(sent as object) }, { status: 201 });
    }),
  );
  const onClose = vi.fn();
  const { user } = await renderScreen(<ViewDialog task="save" query="tag=spring" view={undefined} onClose={onClose} />);
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Spring{Enter}');
  expect(await findToast('View saved')).toHaveTextContent('Spring');
  expect(sent).toEqual({ name: 'Spring', query: 'tag=spring' });
  expect(onClose).toHaveBeenCalled();
});

it('shows a server error on the name, which has the focus and its text', async () => {
  const message = 'You already have a view with this name.';
  server.use(http.post(VIEWS, () => problem(409, message, [{ field: 'name', message }])));
  const { user } = await renderScreen(<ViewDialog task="save" query="" view={undefined} onClose={() => {}} />);
  const name = await screen.findByRole('textbox', { name: 'Name' });
  await user.type(name, 'Spring');
  await user.click(screen.getByRole('button', { name: 'Save view' }));
  await waitFor(() => expect(name).toHaveAccessibleDescription(message));
  await waitFor(() => expect(name).toHaveFocus());
  expect(name).toHaveValue('Spring');
});
