import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { LinkVersion } from '@/entities/link/link.types';
import { expectAccessible } from '@/test/axe';
import { problem } from '@/test/fixtures/handlers';
import { aLink } from '@/test/fixtures/links';
import { findToast, renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { HistoryPanel } from './history-panel';

const API = '*/api/v1';
const aVersion = (own: Partial<LinkVersion>): LinkVersion => ({
  version: 1,
  kind: 'created',
  at: '2026-11-01T10:00:00Z',
  actorId: 'usr_1',
  actorName: 'Mara Vale',
  changes: [],
  ...own,
});

const VERSIONS = [
  aVersion({ version: 3, kind: 'updated', actorName: null, changes: [{ field: 'password', from: null, to: null }] }),
  aVersion({
    version: 2,
    kind: 'updated',
    actorId: null,
    actorName: null,
    changes: [
      { field: 'url', from: 'https://shop.example/old', to: 'https://shop.example/new' },
      { field: 'folderId', from: null, to: 'fld_1' },
      { field: 'tags', from: ['spring'], to: null },
      { field: 'forwardQuery', from: true, to: false },
    ],
  }),
  aVersion({ changes: [{ field: 'alias', from: null, to: 'launch' }] }),
];

beforeEach(() => {
  signIn();
  server.use(
    http.get(`${API}/links/:id/history`, () => HttpResponse.json({ items: VERSIONS, nextCursor: null, total: 3 })),
    http.get(`${API}/folders`, () =>
      HttpResponse.json({ items: [{ id: 'fld_1', name: 'Campaigns', links: 1 }], nextCursor: null, total: 1 }),
    ),
  );
});

it('lists each version with its author and readable changes', async () => {
  await renderScreen(<HistoryPanel link={aLink({ version: 3 })} />);
  const [last, second, first] = await screen.findAllByRole('listitem');
  expect(last).toHaveTextContent('A former member edited the link');
  expect(last).toHaveTextContent('PasswordChanged');
  expect(within(last as HTMLElement).getByText('Current')).toBeVisible();
  expect(second).toHaveTextContent('Linnet edited the link');
  expect(second).toHaveTextContent('Destinationhttps://shop.example/old https://shop.example/new');
  await waitFor(() => expect(second).toHaveTextContent('FolderNone Campaigns'));
  expect(second).toHaveTextContent('Tagsspring None');
  expect(second).toHaveTextContent('Query forwardingOn Off');
  expect(first).toHaveTextContent('Mara Vale created the link');
  await expectAccessible();
});

it('reverts to a version and undoes that', async () => {
  const requests: unknown[] = [];
  server.use(
    http.post(`${API}/links/:id/revert`, async ({ request }) => {
      requests.push(await request.json());
      return HttpResponse.json(aLink({ version: 4 }));
    }),
  );
  const { user } = await renderScreen(<HistoryPanel link={aLink({ version: 3 })} />);
  await user.click(await screen.findByRole('button', { name: 'Revert to version 1' }));
  expect(requests).toEqual([]);
  await user.dblClick(await screen.findByRole('button', { name: 'Revert' }));
  const toast = await findToast('Reverted to version 1');
  await user.click(within(toast).getByRole('button', { name: 'Undo' }));
  expect(await findToast('Reverted to version 3')).toBeVisible();
  expect(requests).toEqual([{ version: 1 }, { version: 3 }]);
});

it('reverts no link in a read-only folder', async () => {
  server.use(
    http.get(`${API}/folders`, () =>
      HttpResponse.json({ items: [{ id: 'fld_1', name: 'Campaigns', links: 1, level: 'read' }] }),
    ),
  );
  const { user } = await renderScreen(<HistoryPanel link={aLink({ version: 3, folderId: 'fld_1' })} />);
  const revert = await screen.findByRole('button', { name: 'Revert to version 1' });
  await waitFor(() => expect(revert).toHaveAccessibleDescription(/^You can only read this folder\./));
  await user.click(revert);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('shows the reason when a revert fails', async () => {
  server.use(http.post(`${API}/links/:id/revert`, () => problem(403, 'Viewers change nothing.')));
  const { user } = await renderScreen(<HistoryPanel link={aLink({ version: 3 })} />);
  await user.click(await screen.findByRole('button', { name: 'Revert to version 2' }));
  await user.click(await screen.findByRole('button', { name: 'Revert' }));
  expect(await findToast('Couldn’t revert to version 2')).toHaveTextContent('Viewers change nothing.');
});
