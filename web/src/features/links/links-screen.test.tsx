import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { shortcutHandler } from '@/shared/lib/shortcuts';
import { expectAccessible } from '@/test/axe';
import { linkHandlers, problem } from '@/test/fixtures/handlers';
import { aLink } from '@/test/fixtures/links';
import { findToast, renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
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
      <LinksScreen
        search={search}
        onChange={(change) => setSearch((was) => ({ ...was, ...change }))}
        onNext={(cursor) => setSearch((was) => ({ ...was, cursor, page: was.page + 1 }))}
        onBack={null}
      />
    </>
  );
}

const searchNow = (): LinksSearch => JSON.parse(screen.getByTestId('search').textContent ?? '');
const row = async (alias: string) => {
  const chip = await screen.findByRole('link', { name: `/${alias}` });
  return chip.closest('li') as HTMLElement;
};

beforeEach(() => {
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
          : HttpResponse.json({ items: LINKS.slice(0, 1), nextCursor: null, total: 1 });
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

describe('the selection', () => {
  it('archives together and offers to undo', async () => {
    const changes: string[] = [];
    server.use(
      http.patch(`${API}/links/:id`, async ({ params, request }) => {
        const { status } = (await request.json()) as { status: 'active' | 'archived' };
        changes.push(`${params.id} ${status}`);
        return HttpResponse.json(aLink({ status }));
      }),
    );
    const { user } = await renderScreen(<Links />);
    await user.click(within(await row('launch')).getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Select all 2' }));
    const bar = screen.getByRole('toolbar', { name: 'Selection' });
    expect(within(bar).getByText('2 selected')).toBeVisible();
    await user.click(within(bar).getByRole('button', { name: 'Archive' }));
    const told = await findToast('2 links archived');
    expect(changes.toSorted()).toEqual(['lnk_launch archived', 'lnk_menu archived']);
    await user.click(within(told).getByRole('button', { name: 'Undo' }));
    await vi.waitFor(() => expect(changes).toHaveLength(4));
    expect(changes.slice(2).toSorted()).toEqual(['lnk_launch active', 'lnk_menu active']);
  });

  it('tells which of them failed', async () => {
    server.use(
      http.patch(`${API}/links/:id`, ({ params }) =>
        params.id === 'lnk_menu' ? problem(403, 'Viewers change nothing.') : HttpResponse.json(aLink()),
      ),
    );
    const { user } = await renderScreen(<Links />);
    await user.click(within(await row('launch')).getByRole('checkbox'));
    await user.click(within(await row('menu')).getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Archive' }));
    expect(await findToast('/menu not archived')).toHaveTextContent('Viewers change nothing.');
    expect(await findToast('/launch archived')).toBeVisible();
  });

  it('deletes only after asking, by name', async () => {
    const deleted: unknown[] = [];
    server.use(
      http.delete(`${API}/links/:id`, ({ params }) => {
        deleted.push(params.id);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = await renderScreen(<Links />);
    await user.click(within(await row('menu')).getByRole('button', { name: 'More for /menu' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete /menu?' });
    expect(dialog).toHaveTextContent('The alias stays taken');
    expect(deleted).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Delete link' }));
    expect(await findToast('/menu deleted')).toBeVisible();
    expect(deleted).toEqual(['lnk_menu']);
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
