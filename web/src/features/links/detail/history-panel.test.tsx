import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import type { LinkVersion } from '@/entities/link/link.types';
import { expectAccessible } from '@/test/axe';
import { problem } from '@/test/fixtures/handlers';
import { aLink } from '@/test/fixtures/links';
import { findToast, renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { HistoryPanel } from './history-panel';

const API = '*/api/v1';
const step = (own: Partial<LinkVersion>): LinkVersion => ({
  version: 1,
  kind: 'created',
  at: '2026-11-01T10:00:00Z',
  actorId: 'usr_1',
  actorName: 'Mara Vale',
  changes: [],
  ...own,
});

const STEPS = [
  step({ version: 3, kind: 'updated', actorName: null, changes: [{ field: 'password', from: null, to: null }] }),
  step({
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
  step({ changes: [{ field: 'alias', from: null, to: 'launch' }] }),
];

beforeEach(() => {
  signIn();
  server.use(
    http.get(`${API}/links/:id/history`, () => HttpResponse.json({ items: STEPS, nextCursor: null, total: 3 })),
    http.get(`${API}/folders`, () =>
      HttpResponse.json({ items: [{ id: 'fld_1', name: 'Campaigns', links: 1 }], nextCursor: null, total: 1 }),
    ),
  );
});

it('tells who changed what, in words', async () => {
  await renderScreen(<HistoryPanel link={aLink({ version: 3 })} />);
  const [last, second, first] = await screen.findAllByRole('listitem');
  expect(last).toHaveTextContent('A former member changed it');
  expect(last).toHaveTextContent('Passwordanother one');
  expect(within(last as HTMLElement).getByText('Now')).toBeVisible();
  expect(second).toHaveTextContent('Linnet changed it');
  expect(second).toHaveTextContent('Destinationhttps://shop.example/old https://shop.example/new');
  await vi.waitFor(() => expect(second).toHaveTextContent('Foldernone Campaigns'));
  expect(second).toHaveTextContent('Tagsspring none');
  expect(second).toHaveTextContent('Query forwardingon off');
  expect(first).toHaveTextContent('Mara Vale made the link');
  await expectAccessible();
});

it('restores a version, and takes that back', async () => {
  const asked: unknown[] = [];
  server.use(
    http.post(`${API}/links/:id/revert`, async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json(aLink({ version: 4 }));
    }),
  );
  const { user } = await renderScreen(<HistoryPanel link={aLink({ version: 3 })} />);
  await user.click(await screen.findByRole('button', { name: 'Restore version 1' }));
  expect(asked).toEqual([]);
  await user.dblClick(await screen.findByRole('button', { name: 'Restore' }));
  const told = await findToast('Version 1 restored');
  await user.click(within(told).getByRole('button', { name: 'Undo' }));
  expect(await findToast('Version 3 restored')).toBeVisible();
  expect(asked).toEqual([{ version: 1 }, { version: 3 }]);
});

it('says why a version cannot come back', async () => {
  server.use(http.post(`${API}/links/:id/revert`, () => problem(403, 'Viewers change nothing.')));
  const { user } = await renderScreen(<HistoryPanel link={aLink({ version: 3 })} />);
  await user.click(await screen.findByRole('button', { name: 'Restore version 2' }));
  await user.click(await screen.findByRole('button', { name: 'Restore' }));
  expect(await findToast('Version 2 was not restored')).toHaveTextContent('Viewers change nothing.');
});
