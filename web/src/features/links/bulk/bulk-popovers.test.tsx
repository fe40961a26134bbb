import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import { problem } from '@/test/fixtures/handlers';
import { renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { MovePopover } from './bulk-popovers';

it('focuses the name of a new folder and creates it on Enter', async () => {
  signIn();
  const folder = { id: 'fld_1', name: 'Campaigns', links: 0, createdAt: '2026-11-22T10:00:00Z' };
  server.use(
    http.get('*/api/v1/folders', () => HttpResponse.json({ items: [], nextCursor: null, total: 0 })),
    http.post('*/api/v1/folders', async ({ request }) =>
      HttpResponse.json({ ...folder, ...((await request.json()) as object) }),
    ),
  );
  const onMove = vi.fn();
  const { user } = await renderScreen(<MovePopover disabled={false} onMove={onMove} />);
  await user.click(screen.getByRole('button', { name: 'Move' }));
  await user.click(await screen.findByRole('option', { name: 'New folder' }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus());
  await user.keyboard('Campaigns{Enter}');
  await waitFor(() => expect(onMove).toHaveBeenCalledWith(expect.objectContaining({ name: 'Campaigns' })));
});

it('shows a server error on the name of a new folder, which has the focus and its text', async () => {
  signIn();
  const message = 'This workspace already has a folder with this name. Choose another name.';
  server.use(
    http.get('*/api/v1/folders', () => HttpResponse.json({ items: [], nextCursor: null, total: 0 })),
    http.post('*/api/v1/folders', () => problem(409, message, [{ field: 'name', message }])),
  );
  const { user } = await renderScreen(<MovePopover disabled={false} onMove={vi.fn()} />);
  await user.click(screen.getByRole('button', { name: 'Move' }));
  await user.click(await screen.findByRole('option', { name: 'New folder' }));
  const name = await screen.findByRole('textbox', { name: 'Name' });
  await user.type(name, 'Campaigns');
  await user.click(screen.getByRole('button', { name: 'Create folder and move' }));
  await waitFor(() => expect(name).toHaveAccessibleDescription(message));
  await waitFor(() => expect(name).toHaveFocus());
  expect(name).toHaveValue('Campaigns');
});
