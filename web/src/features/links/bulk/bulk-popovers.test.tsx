import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
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
  await user.click(await screen.findByRole('menuitem', { name: 'New folder' }));
  await vi.waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus());
  await user.keyboard('Campaigns{Enter}');
  await vi.waitFor(() => expect(onMove).toHaveBeenCalledWith(expect.objectContaining({ name: 'Campaigns' })));
});
