import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import * as workspaceAddress from '@/shared/lib/workspace-address';
import { aWorkspace } from '@/test/fixtures/workspace';
import { renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { DeletedWorkspaces } from './deleted-workspaces';

vi.mock(import('@/shared/lib/workspace-address'), async (original) => ({
  ...(await original()),
  openWorkspace: vi.fn(),
}));

const DELETED = [
  aWorkspace({ id: 'wsp_2', name: 'Harbour Co', purgeAt: '2026-12-24T12:00:00Z' }),
  aWorkspace({ id: 'wsp_3', name: 'Mill Lane' }),
];

it('lists the deleted workspaces, and restores and opens one', async () => {
  signIn();
  server.use(
    http.get('*/api/v1/workspaces', ({ request }) => {
      const items = new URL(request.url).searchParams.get('deleted') === 'true' ? DELETED : [];
      return HttpResponse.json({ items, nextCursor: null, total: items.length });
    }),
    http.post('*/api/v1/workspaces/:id/restore', ({ params }) => HttpResponse.json(aWorkspace({ id: `${params.id}` }))),
  );
  const { user } = await renderScreen(<DeletedWorkspaces />);
  const list = within(await screen.findByRole('list', { name: 'Deleted workspaces' }));
  expect(list.getAllByRole('listitem')).toHaveLength(2);
  expect(list.getByText(/You can restore it until 24 Dec 2026\./)).toBeVisible();
  await user.click(list.getByRole('button', { name: 'Restore Harbour Co' }));
  await waitFor(() => expect(workspaceAddress.openWorkspace).toHaveBeenCalledWith('wsp_2'));
});
