import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectAccessible } from '@/test/axe';
import { linkHandlers, problem } from '@/test/fixtures/handlers';
import { aLink, summaryOf } from '@/test/fixtures/links';
import { findToast, renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { pagesAround } from './links-pager';
import { LinksScreen } from './links-screen';
import { type LinksSearch, parseLinksSearch } from './links-search';

const API = '*/api/v1';
const MANY = Array.from({ length: 60 }, (_, at) => aLink({ alias: `link-${at}` }));

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
const menuEntry = async (
  user: { click: (element: Element) => Promise<void> },
  name: string | RegExp,
  role = 'menuitem',
) => {
  await user.click(screen.getByRole('button', { name: 'More views' }));
  await user.click(await screen.findByRole(role, { name }));
};

beforeEach(() => {
  signIn();
  server.use(...linkHandlers(MANY));
});

describe('saved views', () => {
  /** A server that stores views and rejects the name `taken`. */
  function viewHandlers(taken?: string) {
    const views: { id: string; name: string; query: string; createdAt: string }[] = [];
    server.use(
      http.get(`${API}/saved-views`, () => HttpResponse.json({ items: views, nextCursor: null, total: views.length })),
      http.post(`${API}/saved-views`, async ({ request }) => {
        const { name, query } = (await request.json()) as { name: string; query: string };
        if (name === taken) return problem(409, 'You already have a view with this name. Choose another name.');
        views.push({ id: `viw_${views.length}`, name, query, createdAt: '2026-11-01T10:00:00Z' });
        return HttpResponse.json(views.at(-1), { status: 201 });
      }),
      http.delete(`${API}/saved-views/:id`, ({ params }) => {
        views.splice(
          views.findIndex(({ id }) => id === params.id),
          1,
        );
        return new HttpResponse(null, { status: 204 });
      }),
    );
    return views;
  }

  it('save the filters as a tab and delete it', async () => {
    const views = viewHandlers('Taken');
    const { user } = await renderScreen(<Links start={{ q: 'link-1', sort: 'alias', order: 'asc' }} />);
    await menuEntry(user, 'Save view');
    const dialog = await screen.findByRole('dialog', { name: 'Save view' });
    await user.click(within(dialog).getByRole('button', { name: 'Save view' }));
    expect(within(dialog).getByRole('alert')).toHaveTextContent('Enter a name.');
    await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Taken');
    await user.click(within(dialog).getByRole('button', { name: 'Save view' }));
    expect(
      await within(dialog).findByText('You already have a view with this name. Choose another name.'),
    ).toBeVisible();
    await user.clear(within(dialog).getByRole('textbox', { name: 'Name' }));
    await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Ones');
    await expectAccessible(dialog);
    await user.click(within(dialog).getByRole('button', { name: 'Save view' }));
    expect(await screen.findByRole('link', { name: 'Ones', current: 'page' })).toBeVisible();
    expect(screen.getByRole('link', { name: /^All/ })).not.toHaveAttribute('aria-current');
    expect(views.map(({ query }) => query)).toEqual(['q=link-1&sort=alias&order=asc']);

    await menuEntry(user, 'Delete “Ones”');
    await user.click(await screen.findByRole('button', { name: 'Delete view' }));
    expect(await findToast('View “Ones” deleted')).toBeVisible();
    expect(await screen.findByRole('link', { name: /^All/, current: 'page' })).toBeVisible();
    expect(views).toEqual([]);
  });
});

describe('pages', () => {
  it('are selected by number and have the selected size', async () => {
    const requests: string[] = [];
    server.use(
      http.get(`${API}/links`, ({ request }) => {
        const { searchParams } = new URL(request.url);
        const [page, limit] = [Number(searchParams.get('page') ?? 1), Number(searchParams.get('limit'))];
        if (limit > 1) requests.push(`${page} of ${limit}`);
        return HttpResponse.json({
          items: MANY.slice((page - 1) * limit, page * limit).map(summaryOf),
          nextCursor: null,
          total: MANY.length,
        });
      }),
    );
    const { user } = await renderScreen(<Links />);
    expect(await screen.findByText('1–25 of 60')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Page 3' }));
    expect(await screen.findByText('51–60 of 60')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Page 3' })).toHaveAttribute('aria-current', 'page');
    await user.click(screen.getByRole('button', { name: '100' }));
    expect(await screen.findByText('1–60 of 60')).toBeVisible();
    expect(requests).toEqual(['1 of 25', '3 of 25', '1 of 100']);
  });

  it('include the first, the last and the neighbors of the current one', () => {
    expect(pagesAround(1, 1)).toEqual([1]);
    expect(pagesAround(1, 3)).toEqual([1, 2, 3]);
    expect(pagesAround(5, 9)).toEqual([1, -4, 4, 5, 6, -9, 9]);
    expect(pagesAround(4, 400)).toEqual([1, 2, 3, 4, 5, -400, 400]);
    expect(pagesAround(400, 400)).toEqual([1, -399, 399, 400]);
  });

  it('beyond the end link to the first page', async () => {
    server.use(http.get(`${API}/links`, () => HttpResponse.json({ items: [], nextCursor: null, total: 60 })));
    const { user } = await renderScreen(<Links start={{ page: 9 }} />);
    await user.click(await screen.findByRole('button', { name: 'First page' }));
    expect(currentSearch().page).toBe(1);
  });
});

describe('deleted links', () => {
  const tomb = {
    linkId: 'lnk_1',
    domain: 'localhost:8080',
    aliases: ['launch', 'start'],
    url: 'https://shop.example/new',
    title: null,
    deletedAt: '2026-11-01T10:00:00Z',
  };

  it('can be restored, and their aliases released after typing the alias', async () => {
    const released: (string | null)[] = [];
    let restored = 0;
    server.use(
      http.get(`${API}/tombstones`, () => HttpResponse.json({ items: [tomb], nextCursor: null, total: 1 })),
      http.delete(`${API}/tombstones/:id`, ({ request }) => {
        released.push(new URL(request.url).searchParams.get('alias'));
        return new HttpResponse(null, { status: 204 });
      }),
      http.post(`${API}/links/:id/restore`, () => {
        restored += 1;
        return HttpResponse.json(aLink());
      }),
    );
    const { user } = await renderScreen(<Links />);
    await menuEntry(user, 'Deleted', 'menuitemradio');
    expect(currentSearch().status).toBe('deleted');
    await user.click(await screen.findByRole('button', { name: 'Release /start' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Release /start?' });
    expect(within(dialog).getByRole('button', { name: 'Release alias' })).toBeDisabled();
    await user.type(within(dialog).getByRole('textbox'), 'start');
    await expectAccessible(dialog);
    await user.click(within(dialog).getByRole('button', { name: 'Release alias' }));
    expect(await findToast('/start released')).toBeVisible();
    expect(released).toEqual(['start']);
    await user.click(screen.getByRole('button', { name: 'Restore /launch' }));
    expect(await findToast('/launch restored')).toBeVisible();
    expect(restored).toBe(1);
  });
});
