import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { UNARCHIVED } from '@/entities/link/link.queries';
import { shortcutHandler } from '@/shared/lib/shortcuts';
import { expectAccessible } from '@/test/axe';
import { aDomain, theDefaultDomain } from '@/test/fixtures/domains';
import { linkHandlers, problem } from '@/test/fixtures/handlers';
import { aLink, summaryOf } from '@/test/fixtures/links';
import { aWorkspace } from '@/test/fixtures/workspace';
import { findToast, renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { clearActions } from '../actions/recent-actions';
import { LinksScreen } from './links-screen';
import { type LinksSearch, parseLinksSearch } from './links-search';

const API = '*/api/v1';
const LINKS = [
  aLink({ alias: 'launch', clickCount: 3210, tags: ['spring'] }),
  aLink({ alias: 'menu', clickCount: 1, hasPassword: true }),
  aLink({ alias: 'old', status: 'archived' }),
];

/** The screen with its search in component state. */
function Links({ start = {} }: { start?: Partial<LinksSearch> }) {
  const [search, setSearch] = useState<LinksSearch>({ ...parseLinksSearch({}), ...start });
  return (
    <>
      <output data-testid="search">{JSON.stringify(search)}</output>
      <LinksScreen search={search} onChange={(change) => setSearch((prev) => ({ ...prev, ...change }))} />
    </>
  );
}

const currentSearch = (): LinksSearch => JSON.parse(screen.getByTestId('search').textContent ?? '');
const row = async (alias: string) => {
  const chip = await screen.findByRole('link', { name: `/${alias}` });
  return chip.closest('li') as HTMLElement;
};

interface BulkRequest {
  links?: ({ id: string } & Record<string, unknown>)[];
  changes?: Record<string, unknown>;
  ids?: string[];
  restore?: boolean;
}

/** Handlers for bulk requests. Returns the received requests. Links in `errors` (id → message) fail. */
function bulkHandlers(errors: Record<string, string> = {}): BulkRequest[] {
  const calls: BulkRequest[] = [];
  const respond =
    (success: number, restore?: boolean) =>
    async ({ request }: { request: Request }) => {
      const call = (await request.json()) as BulkRequest;
      calls.push(restore ? { ...call, restore } : call);
      const ids = call.ids ?? call.links?.map(({ id }) => id) ?? [];
      const results = ids.map((id, index) => {
        const message = errors[id];
        if (message)
          return { index, status: 412, error: { status: 412, code: 'precondition_failed', message, errors: [] } };
        return success === 204
          ? { index, status: 204 }
          : { index, status: success, version: 2, link: aLink({ id, version: 2 }) };
      });
      return HttpResponse.json({ results });
    };
  server.use(
    http.patch(`${API}/links/bulk`, respond(200)),
    http.delete(`${API}/links/bulk`, respond(204)),
    http.post(`${API}/links/bulk/restore`, respond(200, true)),
  );
  return calls;
}

beforeEach(() => {
  clearActions();
  signIn();
  server.use(...linkHandlers(LINKS));
});

it('tells links with the same alias apart by their hosts, also in messages', async () => {
  const own = aDomain();
  server.use(
    http.get(`${API}/domains`, () => HttpResponse.json({ items: [theDefaultDomain(), own] })),
    ...linkHandlers([aLink({ alias: 'geo' }), aLink({ id: 'lnk_geo_2', alias: 'geo', domain: own.host })]),
  );
  const calls = bulkHandlers();
  const { user } = await renderScreen(<Links />);
  expect(await screen.findByRole('link', { name: 'localhost:8080/geo' })).toBeVisible();
  await user.click(await screen.findByRole('button', { name: `More for ${own.host}/geo` }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const dialog = await screen.findByRole('alertdialog', { name: `Delete ${own.host}/geo?` });
  await user.click(within(dialog).getByRole('button', { name: 'Delete link' }));
  await findToast(`${own.host}/geo deleted`);
  expect(calls).toEqual([{ ids: ['lnk_geo_2'] }]);
});

describe('list states', () => {
  it('shows each link with its clicks, tags and badges', async () => {
    await renderScreen(<Links />);
    const launch = await row('launch');
    expect(within(launch).getByText('3,210')).toBeVisible();
    expect(within(launch).getByRole('button', { name: 'spring' })).toBeVisible();
    expect(within(await row('menu')).getByText('Password protected')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: '/old' })).toBeNull();
    expect(screen.getByText('1–2 of 2, without archived links')).toBeVisible();
    await expectAccessible();
  });

  it('loads rows, sparklines and view counts with one request each', async () => {
    const requests: string[] = [];
    const listen = ({ request }: { request: Request }) => {
      const { pathname, search } = new URL(request.url);
      if (/\/(links|analytics)/.test(pathname)) requests.push(pathname.replace('/api/v1', '') + search);
    };
    server.events.on('request:start', listen);
    await renderScreen(<Links />);
    await row('launch');
    await waitFor(() => expect(screen.getByRole('link', { name: 'Archived 1' })).toBeVisible());
    server.events.removeListener('request:start', listen);
    expect(requests).toHaveLength(2);
    expect(requests).toContain('/links/counts');
    expect(requests.find((path) => path !== '/links/counts')).toMatch(/^\/links\?.*include=spark/);
  });

  it('shows a call to action when the workspace has no links', async () => {
    server.use(...linkHandlers([]));
    await renderScreen(<Links />);
    expect(await screen.findByRole('heading', { name: 'No links yet' })).toBeVisible();
    expect(screen.getByRole('link', { name: /Create link/ })).toBeVisible();
    await expectAccessible();
  });

  it('offers to clear the filters when nothing matches', async () => {
    const { user } = await renderScreen(<Links start={{ q: 'nowhere' }} />);
    expect(await screen.findByRole('heading', { name: 'No matching links' })).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] as HTMLElement);
    expect(await row('launch')).toBeVisible();
    expect(currentSearch().q).toBe('');
  });

  it('shows an empty view without the call to action of a new workspace', async () => {
    await renderScreen(<Links start={{ status: 'expired' }} />);
    expect(await screen.findByText('No expired links.')).toBeVisible();
  });

  it('shows placeholder rows while the list loads', async () => {
    server.use(http.get(`${API}/links`, () => new Promise<never>(() => {})));
    await renderScreen(<Links />);
    expect(screen.getByText('Loading links')).toBeInTheDocument();
  });

  it('shows the error and retries when the list fails to load', async () => {
    let calls = 0;
    server.use(
      http.get(`${API}/links`, () => {
        calls += 1;
        return calls <= 6
          ? problem(500, 'Service unavailable.')
          : HttpResponse.json({ items: LINKS.slice(0, 1).map(summaryOf), nextCursor: null, total: 1 });
      }),
    );
    const { user } = await renderScreen(<Links />);
    expect(await screen.findByText('Service unavailable.')).toBeVisible();
    calls = 6;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await row('launch')).toBeVisible();
  });
});

describe('search and sorting', () => {
  it('searches after typing pauses', async () => {
    const { user } = await renderScreen(<Links />);
    await row('launch');
    await user.type(screen.getByRole('searchbox'), 'men');
    await waitFor(() => expect(currentSearch().q).toBe('men'));
    await waitFor(() => expect(screen.queryByRole('link', { name: '/launch' })).toBeNull());
    expect(screen.getByText('1 link found')).toBeVisible();
  });

  it('filters by a row’s tag and sorts by clicks', async () => {
    const { user } = await renderScreen(<Links />);
    await user.click(within(await row('launch')).getByRole('button', { name: 'spring' }));
    expect(currentSearch()).toMatchObject({ tag: ['spring'], page: 1 });
    await user.click(screen.getByRole('button', { name: 'Sort by: Newest' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Most clicks' }));
    expect(currentSearch()).toMatchObject({ sort: 'clickCount', order: 'desc' });
  });
});

describe('filters', () => {
  it('list every tag of the workspace with its number of links', async () => {
    server.use(
      http.get(`${API}/tags`, () =>
        HttpResponse.json({
          items: [
            { id: 'tag_1', name: 'autumn', color: null, links: 40, createdAt: '2026-11-01T10:00:00Z' },
            { id: 'tag_2', name: 'spring', color: null, links: 1, createdAt: '2026-11-01T10:00:00Z' },
          ],
          nextCursor: null,
          total: 2,
        }),
      ),
    );
    const { user } = await renderScreen(<Links />);
    await row('launch');
    await user.click(await screen.findByRole('button', { name: 'Tags' }));
    expect(await screen.findByRole('option', { name: /autumn\s*40/ })).toBeVisible();
    await user.keyboard('aut{Enter}');
    expect(currentSearch()).toMatchObject({ tag: ['autumn'], page: 1 });
  });
});

describe('links in folders', () => {
  const folder = (id: string, level: 'read' | 'write') => ({
    id,
    name: id,
    access: 'members' as const,
    level,
    members: [],
    links: 1,
    createdAt: '2026-11-01T10:00:00Z',
  });
  const REASON = 'You can only read this folder. Ask an owner or an admin for write access.';

  beforeEach(() => {
    const links = [aLink({ alias: 'launch', folderId: 'board' }), aLink({ alias: 'menu', folderId: 'campaigns' })];
    const items = [folder('board', 'read'), folder('campaigns', 'write')];
    server.use(
      http.get(`${API}/folders`, () => HttpResponse.json({ items, nextCursor: null, total: 2 })),
      ...linkHandlers(links),
    );
  });

  it('cannot be edited with the pencil or E when the folder can only be read', async () => {
    const { user } = await renderScreen(<Links />);
    const launch = await row('launch');
    const pencil = await within(launch).findByRole('button', { name: 'Edit /launch' });
    await waitFor(() => expect(pencil).toHaveAttribute('aria-disabled', 'true'));
    expect(pencil).toHaveAccessibleDescription(REASON);
    await user.click(pencil);
    within(launch).getByRole('link', { name: '/launch' }).focus();
    shortcutHandler(() => true)(new KeyboardEvent('keydown', { key: 'e' }));
    await findToast('You can’t edit this link');
    expect(currentSearch().edit).toBeUndefined();
    await user.click(within(await row('menu')).getByRole('button', { name: 'Edit /menu' }));
    expect(currentSearch().edit).toBe('lnk_menu');
  });

  it('are left out of bulk changes when the folder can only be read', async () => {
    const calls = bulkHandlers();
    const { user } = await renderScreen(<Links />);
    await user.click(within(await row('launch')).getByRole('checkbox'));
    for (const name of ['Tag', 'Move', 'End date', 'Edit', 'Archive', 'Delete']) {
      const button = await screen.findByRole('button', { name });
      expect(button, name).toHaveAttribute('aria-disabled', 'true');
      expect(button, name).toHaveAccessibleDescription(REASON);
      await user.click(button);
    }
    expect(screen.queryByRole('menu')).toBeNull();
    await user.click(within(await row('menu')).getByRole('checkbox'));
    expect(screen.getByText('2 selected, 1 read only')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Move' }));
    expect(
      await screen.findByRole('option', { name: 'board (read only) Restricted to chosen members' }),
    ).toHaveAttribute('aria-disabled', 'true');
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Archive' }));
    await findToast('/menu archived');
    expect(calls.flatMap(({ links }) => links?.map(({ id }) => id))).toEqual(['lnk_menu']);
  });

  it('have a lock in the filter when the folder is restricted', async () => {
    const { user } = await renderScreen(<Links />);
    await row('launch');
    await user.click(await screen.findByRole('button', { name: 'Folders' }));
    const option = await screen.findByRole('option', { name: /board/ });
    expect(within(option).getByRole('img', { name: 'Restricted to chosen members' })).toBeVisible();
  });
});

describe('bulk actions', () => {
  it('remove a tag and undo that from the recent changes', async () => {
    const calls = bulkHandlers();
    const { user } = await renderScreen(<Links />);
    await user.click(within(await row('launch')).getByRole('checkbox'));
    await user.click(await screen.findByRole('button', { name: 'Remove tag' }));
    await user.click(await screen.findByRole('menuitem', { name: 'spring' }));
    await findToast('/launch untagged “spring”');
    expect(calls[0]?.links).toEqual([{ id: 'lnk_launch', tags: [] }]);
    await user.click(screen.getByRole('button', { name: 'Recent changes' }));
    await user.click(await screen.findByRole('menuitem', { name: /untagged “spring”/ }));
    await waitFor(() => expect(calls).toHaveLength(2));
    expect(calls[1]?.links).toEqual([{ id: 'lnk_launch', tags: ['spring'], ifVersion: 2 }]);
    expect(screen.queryByRole('button', { name: 'Recent changes' })).toBeNull();
  });

  it('set one end date in the workspace’s zone', async () => {
    const calls = bulkHandlers();
    const { user } = await renderScreen(<Links />);
    await user.click(within(await row('launch')).getByRole('checkbox'));
    await user.click(await screen.findByRole('button', { name: 'End date' }));
    await user.click(await screen.findByRole('button', { name: 'Set end date' }));
    expect(screen.getByText('Choose a date and time.')).toBeVisible();
    fireEvent.change(screen.getByLabelText('End date', { selector: 'input' }), {
      target: { value: '2031-05-01T09:00' },
    });
    await user.click(screen.getByRole('button', { name: 'Set end date' }));
    await findToast('/launch rescheduled');
    expect(calls[0]?.links).toEqual([{ id: 'lnk_launch', expiresAt: '2031-05-01T09:00:00.000Z' }]);
  });

  it('set a destination for all selected links and restore the previous ones on undo', async () => {
    const calls = bulkHandlers();
    const { user } = await renderScreen(<Links />);
    await user.click(within(await row('launch')).getByRole('checkbox'));
    await user.click(within(await row('menu')).getByRole('checkbox'));
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Destination' }));
    const dialog = await screen.findByRole('dialog', { name: 'Destination' });
    await expectAccessible(dialog);
    await user.click(within(dialog).getByRole('button', { name: 'Change destination' }));
    expect(within(dialog).getByText('Enter a destination URL.')).toBeVisible();
    await user.type(within(dialog).getByLabelText('Destination'), 'example.org/new{Enter}');
    const toast = await findToast('2 links given a new destination');
    expect(calls[0]).toEqual({
      links: [{ id: 'lnk_launch' }, { id: 'lnk_menu' }],
      changes: { url: 'https://example.org/new' },
    });
    await user.click(within(toast).getByRole('button', { name: 'Undo' }));
    await findToast('2 links changed back');
    expect(calls[1]?.links).toEqual([
      { id: 'lnk_launch', url: LINKS[0]?.url, ifVersion: 2 },
      { id: 'lnk_menu', url: LINKS[1]?.url, ifVersion: 2 },
    ]);
  });

  it('set some UTM parameters and leave the others unchanged', async () => {
    server.use(
      ...linkHandlers([
        aLink({
          alias: 'launch',
          utm: { source: 'old', medium: 'email', campaign: null, term: null, content: null, ref: null },
        }),
      ]),
    );
    const calls = bulkHandlers();
    const { user } = await renderScreen(<Links />);
    await user.click(within(await row('launch')).getByRole('checkbox'));
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    await user.click(await screen.findByRole('menuitem', { name: 'UTM parameters' }));
    const dialog = await screen.findByRole('dialog', { name: 'UTM parameters' });
    await expectAccessible(dialog);
    expect(within(dialog).getByLabelText('Source')).toHaveFocus();
    await user.keyboard('newsletter');
    await user.click(within(dialog).getByRole('button', { name: 'Set UTM parameters' }));
    const toast = await findToast('/launch given UTM parameters');
    expect(calls[0]?.links?.[0]?.utm).toMatchObject({ source: 'newsletter', medium: 'email', campaign: null });
    await user.click(within(toast).getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(calls[1]?.links?.[0]?.utm).toMatchObject({ source: 'old', medium: 'email' }));
  });

  it('set a password, whose undo omits links that had one', async () => {
    const calls = bulkHandlers();
    const { user } = await renderScreen(<Links />);
    await user.click(within(await row('launch')).getByRole('checkbox'));
    await user.click(within(await row('menu')).getByRole('checkbox'));
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Password' }));
    const dialog = await screen.findByRole('dialog', { name: 'Password' });
    expect(dialog).toHaveTextContent('1 of these links has a password. Undo can’t restore it.');
    await user.type(within(dialog).getByLabelText('Password'), 'sesame{Enter}');
    const toast = await findToast('2 links protected with a password');
    expect(calls[0]).toEqual({ links: [{ id: 'lnk_launch' }, { id: 'lnk_menu' }], changes: { password: 'sesame' } });
    await user.click(within(toast).getByRole('button', { name: 'Undo' }));
    await findToast('/launch unprotected');
    expect(calls[1]?.links).toEqual([{ id: 'lnk_launch', password: null, ifVersion: 2 }]);
  });

  it('archive several links in one request and offer undo', async () => {
    const calls = bulkHandlers();
    const { user } = await renderScreen(<Links />);
    await user.click(within(await row('launch')).getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Select all 2' }));
    const bar = screen.getByRole('toolbar', { name: 'Selection' });
    expect(within(bar).getByText('2 selected')).toBeVisible();
    await user.click(within(bar).getByRole('button', { name: 'Archive' }));
    const toast = await findToast('2 links archived');
    expect(calls).toEqual([
      {
        links: [
          { id: 'lnk_launch', status: 'archived' },
          { id: 'lnk_menu', status: 'archived' },
        ],
      },
    ]);
    await user.click(within(toast).getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(calls).toHaveLength(2));
    expect(calls[1]).toEqual({
      links: [
        { id: 'lnk_launch', status: 'active' },
        { id: 'lnk_menu', status: 'active' },
      ],
    });
  });

  it('unarchive a link and offer undo', async () => {
    const calls = bulkHandlers();
    const { user } = await renderScreen(<Links start={{ status: 'archived' }} />);
    await user.click(within(await row('old')).getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Unarchive' }));
    const toast = await findToast('/old unarchived');
    await user.click(within(toast).getByRole('button', { name: 'Undo' }));
    await findToast('/old archived');
    expect(calls.flatMap(({ links }) => links)).toEqual([
      { id: 'lnk_old', status: 'active' },
      { id: 'lnk_old', status: 'archived' },
    ]);
  });

  it('remove archived links at once, and restore those that the server rejects', async () => {
    let respond = () => {};
    const pending = new Promise<void>((resolve) => {
      respond = resolve;
    });
    server.use(
      http.patch(`${API}/links/bulk`, async () => {
        await pending;
        return problem(403, 'Viewers can’t edit links.');
      }),
    );
    const { user } = await renderScreen(<Links />);
    await user.click(within(await row('menu')).getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Archive' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: '/menu' })).toBeNull());
    respond();
    expect(await row('menu')).toBeVisible();
    expect(await findToast('/menu not archived')).toBeVisible();
  });

  it('apply to all matching links on every page', async () => {
    const many = Array.from({ length: 130 }, (_, at) => aLink({ alias: `no-${at}` }));
    const calls = bulkHandlers();
    server.use(
      http.get(`${API}/links`, ({ request }) => {
        const { searchParams } = new URL(request.url);
        const from = Number(searchParams.get('cursor') ?? 0);
        const to = from + Number(searchParams.get('limit') ?? 50);
        return HttpResponse.json({
          items: many.slice(from, to).map(summaryOf),
          nextCursor: to < many.length ? String(to) : null,
          total: many.length,
        });
      }),
    );
    const { user } = await renderScreen(<Links />);
    await user.click(within(await row('no-0')).getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Select all 25' }));
    await user.click(screen.getByRole('button', { name: 'Select all 130 matching links' }));
    expect(await screen.findByText('130 selected')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Archive' }));
    await findToast('130 links archived');
    expect(calls[0]?.links).toHaveLength(130);
  });

  describe('on more links than can be selected', () => {
    async function openDialog(start: Partial<LinksSearch>) {
      const jobs: { query: Record<string, string>; changes: unknown }[] = [];
      const startJob = async ({ request }: { request: Request }) => {
        const text = await request.text();
        const query = Object.fromEntries(new URL(request.url).searchParams);
        jobs.push({ query, changes: text ? JSON.parse(text) : undefined });
        return HttpResponse.json({ id: 'job_1', kind: 'change' }, { status: 202 });
      };
      server.use(
        http.get(`${API}/links`, () =>
          HttpResponse.json({ items: LINKS.map(summaryOf), nextCursor: 'next', total: 348_112 }),
        ),
        http.patch(`${API}/links`, startJob),
        http.delete(`${API}/links`, startJob),
      );
      const { user } = await renderScreen(<Links start={start} />);
      await user.click(within(await row('launch')).getByRole('checkbox'));
      await user.click(await screen.findByRole('button', { name: 'Select all 3' }));
      await user.click(screen.getByRole('button', { name: 'Change all 348,112' }));
      const dialog = await screen.findByRole('dialog', { name: 'Change all 348,112 links' });
      const choose = async (action: string) => {
        await user.click(within(dialog).getByRole('combobox', { name: 'Change' }));
        await user.click(await screen.findByRole('option', { name: action }));
      };
      return { jobs, user, dialog, choose };
    }

    it('starts a job with the filter of the list', async () => {
      const { jobs, user, dialog } = await openDialog({ tag: ['spring'], q: 'example' });
      await user.click(within(dialog).getByRole('combobox', { name: 'Tag' }));
      await user.type(await screen.findByPlaceholderText('Search tags'), 'press{Enter}');
      await user.click(within(dialog).getByRole('button', { name: 'Change links' }));
      await findToast('348,112 links are being changed');
      const status = UNARCHIVED.join(); // the list leaves out archived links
      expect(jobs).toEqual([{ query: { search: 'example', tag: 'spring', status }, changes: { addTags: ['press'] } }]);
      expect(dialog).not.toBeInTheDocument();
    });

    it('deletes after a confirmation, and selects all links only by saying so', async () => {
      const { jobs, user, dialog, choose } = await openDialog({ status: 'archived' });
      await choose('Delete');
      await expectAccessible(dialog);
      await user.click(within(dialog).getByRole('button', { name: 'Delete links' }));
      expect(await within(dialog).findByText('Type “delete” to confirm.')).toBeVisible();
      expect(jobs).toEqual([]);
      await user.type(within(dialog).getByRole('textbox', { name: 'Type “delete” to confirm' }), 'Delete');
      await user.click(within(dialog).getByRole('button', { name: 'Delete links' }));
      await waitFor(() => expect(jobs).toEqual([{ query: { status: 'archived' }, changes: undefined }]));
    });
  });

  it('add a tag, and restore the previous tags on undo unless the link was changed since', async () => {
    const calls = bulkHandlers();
    const { user } = await renderScreen(<Links />);
    await user.click(within(await row('launch')).getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Tag' }));
    await user.type(await screen.findByRole('combobox', { name: 'Tag' }), 'press{Enter}');
    const toast = await findToast('/launch tagged “press”');
    expect(calls[0]?.links).toEqual([{ id: 'lnk_launch', tags: ['spring', 'press'] }]);
    await user.click(within(toast).getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(calls).toHaveLength(2));
    expect(calls[1]?.links).toEqual([{ id: 'lnk_launch', tags: ['spring'], ifVersion: 2 }]);
  });

  it('move links to a folder', async () => {
    const calls = bulkHandlers();
    server.use(
      http.get(`${API}/folders`, () =>
        HttpResponse.json({ items: [{ id: 'fld_1', name: 'Campaigns', links: 0 }], nextCursor: null, total: 1 }),
      ),
    );
    const { user } = await renderScreen(<Links />);
    await user.click(within(await row('menu')).getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Move' }));
    await user.click(await screen.findByRole('option', { name: 'Campaigns' }));
    await findToast('/menu moved to “Campaigns”');
    expect(calls[0]?.links).toEqual([{ id: 'lnk_menu', folderId: 'fld_1' }]);
  });

  it('report skipped links with their reasons', async () => {
    bulkHandlers({ lnk_menu: 'This link was changed elsewhere.' });
    const { user } = await renderScreen(<Links />);
    await user.click(within(await row('launch')).getByRole('checkbox'));
    await user.click(within(await row('menu')).getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Archive' }));
    const toast = await findToast('/launch archived, 1 skipped');
    await user.click(within(toast).getByRole('button', { name: 'View' }));
    const dialog = await screen.findByRole('dialog', { name: '1 link skipped' });
    expect(dialog).toHaveTextContent('/menuThis link was changed elsewhere.');
    await expectAccessible(dialog);
  });

  it('show the reason when the request fails', async () => {
    server.use(http.patch(`${API}/links/bulk`, () => problem(403, 'Viewers can’t edit links.')));
    const { user } = await renderScreen(<Links />);
    await user.click(within(await row('menu')).getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Archive' }));
    expect(await findToast('/menu not archived')).toHaveTextContent('Viewers can’t edit links.');
  });

  it('delete links after confirmation and restore them on undo', async () => {
    const calls = bulkHandlers();
    const { user } = await renderScreen(<Links />);
    await user.click(within(await row('menu')).getByRole('button', { name: 'More for /menu' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete /menu?' });
    expect(dialog).toHaveTextContent('The alias stays reserved');
    expect(calls).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Delete link' }));
    const toast = await findToast('/menu deleted');
    expect(calls).toEqual([{ ids: ['lnk_menu'] }]);
    await user.click(within(toast).getByRole('button', { name: 'Undo' }));
    expect(await findToast('/menu restored')).toBeVisible();
    expect(calls[1]).toEqual({ ids: ['lnk_menu'], restore: true });
  });
});

describe('shortcuts', () => {
  it('move with J and K, select with X, edit with E and clear with Escape', async () => {
    const onKey = shortcutHandler(() => true);
    window.addEventListener('keydown', onKey);
    const { user } = await renderScreen(<Links />);
    await row('launch');
    await user.keyboard('j');
    expect(screen.getByRole('link', { name: '/launch' })).toHaveFocus();
    await user.keyboard('j');
    expect(screen.getByRole('link', { name: '/menu' })).toHaveFocus();
    await user.keyboard('kx');
    expect(screen.getByText('1 selected')).toBeVisible();
    await user.keyboard('{Escape}');
    expect(screen.queryByText('1 selected')).toBeNull();
    await user.keyboard('e');
    expect(currentSearch().edit).toBe('lnk_launch');
    await user.keyboard('/');
    expect(screen.getByRole('searchbox')).toHaveFocus();
    window.removeEventListener('keydown', onKey);
  });
});

it('shows the reason when a viewer presses the shortcut that edits a row', async () => {
  server.use(
    http.get(`${API}/workspaces/current`, () =>
      HttpResponse.json(aWorkspace({ role: 'viewer', permissions: ['links:read', 'workspace:read'] })),
    ),
  );
  const { user } = await renderScreen(<Links />);
  const onKey = shortcutHandler(() => true);
  window.addEventListener('keydown', onKey);
  try {
    (await screen.findByRole('link', { name: '/launch' })).focus();
    await waitFor(async () => {
      await user.keyboard('e');
      expect(await findToast('You can’t edit this link')).toHaveTextContent("Your role (viewer) can't edit links");
    });
    expect(currentSearch().edit).toBeFalsy();
  } finally {
    window.removeEventListener('keydown', onKey);
  }
});
