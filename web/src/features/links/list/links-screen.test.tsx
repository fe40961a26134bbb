import { fireEvent, screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { shortcutHandler } from '@/shared/lib/shortcuts';
import { expectAccessible } from '@/test/axe';
import { linkHandlers, problem } from '@/test/fixtures/handlers';
import { aLink, summaryOf } from '@/test/fixtures/links';
import { findToast, renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { forgetActions } from '../actions/recent-actions';
import { LinksScreen } from './links-screen';
import { type LinksSearch, parseLinksSearch } from './links-search';

const API = '*/api/v1';
const LINKS = [
  aLink({ alias: 'launch', clickCount: 3210, tags: ['spring'] }),
  aLink({ alias: 'menu', clickCount: 1, hasPassword: true }),
  aLink({ alias: 'old', status: 'archived' }),
];

/** The screen with a URL of its own. */
function Links({ start = {} }: { start?: Partial<LinksSearch> }) {
  const [search, setSearch] = useState<LinksSearch>({ ...parseLinksSearch({}), ...start });
  return (
    <>
      <output data-testid="search">{JSON.stringify(search)}</output>
      <LinksScreen search={search} onChange={(change) => setSearch((was) => ({ ...was, ...change }))} />
    </>
  );
}

const searchNow = (): LinksSearch => JSON.parse(screen.getByTestId('search').textContent ?? '');
const row = async (alias: string) => {
  const chip = await screen.findByRole('link', { name: `/${alias}` });
  return chip.closest('li') as HTMLElement;
};

interface ManyCall {
  links?: ({ id: string } & Record<string, unknown>)[];
  ids?: string[];
  restore?: boolean;
}

/** The bulk calls; returns what they were asked. The links named in `faults` are left as they are. */
function manyHandlers(faults: Record<string, string> = {}): ManyCall[] {
  const calls: ManyCall[] = [];
  const answer =
    (success: number, restore?: boolean) =>
    async ({ request }: { request: Request }) => {
      const call = (await request.json()) as ManyCall;
      calls.push(restore ? { ...call, restore } : call);
      const ids = call.ids ?? call.links?.map(({ id }) => id) ?? [];
      const results = ids.map((id, index) => {
        const message = faults[id];
        if (message)
          return { index, status: 412, error: { status: 412, code: 'precondition_failed', message, errors: [] } };
        return success === 204 ? { index, status: 204 } : { index, status: success, link: aLink({ id, version: 2 }) };
      });
      return HttpResponse.json({ results });
    };
  server.use(
    http.patch(`${API}/links/bulk`, answer(200)),
    http.delete(`${API}/links/bulk`, answer(204)),
    http.post(`${API}/links/bulk/restore`, answer(200, true)),
  );
  return calls;
}

beforeEach(() => {
  forgetActions();
  signIn();
  server.use(...linkHandlers(LINKS));
});

describe('the list in its states', () => {
  it('shows each link with its clicks and what is special about it', async () => {
    await renderScreen(<Links />);
    const launch = await row('launch');
    expect(within(launch).getByText('3,210')).toBeVisible();
    expect(within(launch).getByRole('button', { name: 'spring' })).toBeVisible();
    expect(within(await row('menu')).getByText('Asks for a password')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: '/old' })).toBeNull();
    expect(screen.getByText('1–2 of 2')).toBeVisible();
    await expectAccessible();
  });

  it('invites to the first link when there never was one', async () => {
    server.use(...linkHandlers([]));
    await renderScreen(<Links />);
    expect(await screen.findByRole('heading', { name: 'Your links will stand here' })).toBeVisible();
    expect(screen.getByRole('link', { name: /Shorten the first one/ })).toBeVisible();
    await expectAccessible();
  });

  it('offers to drop the filters when nothing matches', async () => {
    const { user } = await renderScreen(<Links start={{ q: 'nowhere' }} />);
    expect(await screen.findByRole('heading', { name: 'No link matches' })).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] as HTMLElement);
    expect(await row('launch')).toBeVisible();
    expect(searchNow().q).toBe('');
  });

  it('says so when a view is empty, without asking for a first link', async () => {
    await renderScreen(<Links start={{ status: 'expired' }} />);
    expect(await screen.findByText('No link has come to its end.')).toBeVisible();
  });

  it('shows rows in their size before the first answer', async () => {
    server.use(http.get(`${API}/links`, () => new Promise<never>(() => {})));
    await renderScreen(<Links />);
    expect(screen.getByText('Loading links')).toBeInTheDocument();
  });

  it('says why it has nothing, and asks again', async () => {
    let calls = 0;
    server.use(
      http.get(`${API}/links`, () => {
        calls += 1;
        return calls <= 6
          ? problem(500, 'The records rest.')
          : HttpResponse.json({ items: LINKS.slice(0, 1).map(summaryOf), nextCursor: null, total: 1 });
      }),
    );
    const { user } = await renderScreen(<Links />);
    expect(await screen.findByText('The records rest.')).toBeVisible();
    calls = 6;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await row('launch')).toBeVisible();
  });
});

describe('finding', () => {
  it('searches a moment after the last key', async () => {
    const { user } = await renderScreen(<Links />);
    await row('launch');
    await user.type(screen.getByRole('searchbox'), 'men');
    await vi.waitFor(() => expect(searchNow().q).toBe('men'));
    await vi.waitFor(() => expect(screen.queryByRole('link', { name: '/launch' })).toBeNull());
    expect(screen.getByText('1 link found')).toBeVisible();
  });

  it('filters by the tag of a row and orders by clicks', async () => {
    const { user } = await renderScreen(<Links />);
    await user.click(within(await row('launch')).getByRole('button', { name: 'spring' }));
    expect(searchNow()).toMatchObject({ tag: ['spring'], page: 1 });
    await user.click(screen.getByRole('button', { name: 'Order: Newest' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Most clicks' }));
    expect(searchNow()).toMatchObject({ sort: 'clickCount', order: 'desc' });
  });
});

describe('the filters', () => {
  it('offer every tag of the workspace with its count, also those of no shown link', async () => {
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
    expect(searchNow()).toMatchObject({ tag: ['autumn'], page: 1 });
  });
});

describe('the selection', () => {
  it('takes a tag off, and gives it back from the list of recent changes', async () => {
    const calls = manyHandlers();
    const { user } = await renderScreen(<Links />);
    await user.click(within(await row('launch')).getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Remove tag' }));
    await user.click(await screen.findByRole('menuitem', { name: 'spring' }));
    await findToast('/launch no longer tagged “spring”');
    expect(calls[0]?.links).toEqual([{ id: 'lnk_launch', tags: [] }]);
    await user.click(screen.getByRole('button', { name: 'Recent changes' }));
    await user.click(await screen.findByRole('menuitem', { name: /no longer tagged “spring”/ }));
    await vi.waitFor(() => expect(calls).toHaveLength(2));
    expect(calls[1]?.links).toEqual([{ id: 'lnk_launch', tags: ['spring'], ifVersion: 2 }]);
    expect(screen.queryByRole('button', { name: 'Recent changes' })).toBeNull();
  });

  it('sets one end date for all, in the zone of the workspace', async () => {
    const calls = manyHandlers();
    const { user } = await renderScreen(<Links />);
    await user.click(within(await row('launch')).getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'End date' }));
    await user.click(await screen.findByRole('button', { name: 'Set end date' }));
    expect(screen.getByText('Choose a day and a time.')).toBeVisible();
    fireEvent.change(screen.getByLabelText('Ends'), { target: { value: '2031-05-01T09:00' } });
    await user.click(screen.getByRole('button', { name: 'Set end date' }));
    await findToast('/launch given an end date');
    expect(calls[0]?.links).toEqual([{ id: 'lnk_launch', expiresAt: '2031-05-01T09:00:00.000Z' }]);
  });

  it('archives together in one call and offers to undo', async () => {
    const calls = manyHandlers();
    const { user } = await renderScreen(<Links />);
    await user.click(within(await row('launch')).getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Select all 2' }));
    const bar = screen.getByRole('toolbar', { name: 'Selection' });
    expect(within(bar).getByText('2 selected')).toBeVisible();
    await user.click(within(bar).getByRole('button', { name: 'Archive' }));
    const told = await findToast('2 links archived');
    expect(calls).toEqual([
      {
        links: [
          { id: 'lnk_launch', status: 'archived' },
          { id: 'lnk_menu', status: 'archived' },
        ],
      },
    ]);
    await user.click(within(told).getByRole('button', { name: 'Undo' }));
    await vi.waitFor(() => expect(calls).toHaveLength(2));
    expect(calls[1]).toEqual({
      links: [
        { id: 'lnk_launch', status: 'active' },
        { id: 'lnk_menu', status: 'active' },
      ],
    });
  });

  it('selects all that the filter finds, on every page', async () => {
    const many = Array.from({ length: 130 }, (_, at) => aLink({ alias: `no-${at}` }));
    const calls = manyHandlers();
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
    await user.click(screen.getByRole('button', { name: 'Select all 130 found' }));
    expect(await screen.findByText('130 selected')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Archive' }));
    await findToast('130 links archived');
    expect(calls[0]?.links).toHaveLength(130);
  });

  it('tags and gives back the tags that were there, unless somebody else changed them', async () => {
    const calls = manyHandlers();
    const { user } = await renderScreen(<Links />);
    await user.click(within(await row('launch')).getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Tag' }));
    await user.type(await screen.findByRole('combobox', { name: 'Tag' }), 'press{Enter}');
    const told = await findToast('/launch tagged “press”');
    expect(calls[0]?.links).toEqual([{ id: 'lnk_launch', tags: ['spring', 'press'] }]);
    await user.click(within(told).getByRole('button', { name: 'Undo' }));
    await vi.waitFor(() => expect(calls).toHaveLength(2));
    expect(calls[1]?.links).toEqual([{ id: 'lnk_launch', tags: ['spring'], ifVersion: 2 }]);
  });

  it('moves to a folder', async () => {
    const calls = manyHandlers();
    server.use(
      http.get(`${API}/folders`, () =>
        HttpResponse.json({ items: [{ id: 'fld_1', name: 'Campaigns', links: 0 }], nextCursor: null, total: 1 }),
      ),
    );
    const { user } = await renderScreen(<Links />);
    await user.click(within(await row('menu')).getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Move' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Campaigns' }));
    await findToast('/menu moved to “Campaigns”');
    expect(calls[0]?.links).toEqual([{ id: 'lnk_menu', folderId: 'fld_1' }]);
  });

  it('tells how many were skipped, and shows which and why', async () => {
    manyHandlers({ lnk_menu: 'Somebody has changed this link meanwhile.' });
    const { user } = await renderScreen(<Links />);
    await user.click(within(await row('launch')).getByRole('checkbox'));
    await user.click(within(await row('menu')).getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Archive' }));
    const told = await findToast('/launch archived, 1 skipped');
    await user.click(within(told).getByRole('button', { name: 'View' }));
    const dialog = await screen.findByRole('dialog', { name: '1 link skipped' });
    expect(dialog).toHaveTextContent('/menuSomebody has changed this link meanwhile.');
    await expectAccessible(dialog);
  });

  it('says why when the whole call fails', async () => {
    server.use(http.patch(`${API}/links/bulk`, () => problem(403, 'Viewers change nothing.')));
    const { user } = await renderScreen(<Links />);
    await user.click(within(await row('menu')).getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Archive' }));
    expect(await findToast('/menu not archived')).toHaveTextContent('Viewers change nothing.');
  });

  it('deletes only after asking, by name, and brings back', async () => {
    const calls = manyHandlers();
    const { user } = await renderScreen(<Links />);
    await user.click(within(await row('menu')).getByRole('button', { name: 'More for /menu' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete /menu?' });
    expect(dialog).toHaveTextContent('The alias stays taken');
    expect(calls).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Delete link' }));
    const told = await findToast('/menu deleted');
    expect(calls).toEqual([{ ids: ['lnk_menu'] }]);
    await user.click(within(told).getByRole('button', { name: 'Undo' }));
    expect(await findToast('/menu restored')).toBeVisible();
    expect(calls[1]).toEqual({ ids: ['lnk_menu'], restore: true });
  });
});

describe('the keys', () => {
  it('walk with J and K, select with X, edit with E, clear with Escape', async () => {
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
    expect(searchNow().edit).toBe('lnk_launch');
    await user.keyboard('/');
    expect(screen.getByRole('searchbox')).toHaveFocus();
    window.removeEventListener('keydown', onKey);
  });
});
