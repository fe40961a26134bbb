import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Block } from '@/entities/bio-page/bio-page.types';
import { expectAccessible } from '@/test/axe';
import { aBioPage, aHeading, aLinkBlock, bioPageServer } from '@/test/fixtures/bio-pages';
import { aClick } from '@/test/fixtures/clicks';
import { problem } from '@/test/fixtures/handlers';
import { renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { blockClicks } from './block-clicks';
import { withHeat } from './heat-style';
import { InsightsScreen } from './insights-screen';

const API = '*/api/v1';
const money = { leads: 0, sales: 0, saleAmount: [] };
const row = (key: string, clicks: number) => ({ key, label: key, clicks, uniques: clicks, ...money });
const point = (day: number, clicks: number, uniques: number) => ({
  start: `2026-11-0${day}T00:00:00Z`,
  clicks,
  uniques,
});

const CELLS = Array.from({ length: 168 }, (_, at) => ({
  weekday: Math.floor(at / 24) + 1,
  hour: at % 24,
  clicks: at === 42 ? 8 : 0,
}));

const CLICKS = {
  count: {
    views: 8,
    uniques: 5,
    clicks: 4,
    bots: 1,
    ...money,
    previous: { views: 4, uniques: 4, clicks: 1, bots: 0, ...money },
  },
  timeseries: { granularity: 'day', points: [point(1, 1, 1), point(2, 3, 2)], previous: null },
  block: { rows: [row('blk_2', 3), row('blk_9', 1)] },
};
const VIEWS = {
  count: { clicks: 8, uniques: 5, bots: 2, ...money, previous: null },
  timeseries: { granularity: 'day', points: [point(1, 2, 2), point(2, 6, 3)], previous: null },
  heatmap: { cells: CELLS },
  referrer: { rows: [row('instagram.com', 6), row('', 2)] },
  country: { rows: [row('DE', 8)] },
  device: { rows: [row('mobile', 8)] },
};

let requests: URLSearchParams[] = [];

beforeEach(() => {
  signIn();
  requests = [];
  server.use(
    ...bioPageServer().handlers,
    http.get(`${API}/analytics/report`, ({ request }) => {
      const { searchParams } = new URL(request.url);
      requests.push(searchParams);
      return HttpResponse.json(searchParams.get('views') === 'true' ? VIEWS : CLICKS);
    }),
    http.get(`${API}/clicks`, ({ request }) => {
      const views = new URL(request.url).searchParams.get('views') === 'true';
      const visit = { pageId: 'bio_1', referrer: 'instagram.com' };
      const items = views
        ? [aClick({ ...visit, outcome: 'view', linkId: '', alias: '@oatstreet' })]
        : [aClick({ ...visit, blockId: 'blk_2', at: '2026-11-20T18:06:00Z' })];
      return HttpResponse.json({ items, nextCursor: null, total: 1 });
    }),
    http.get(
      `${API}/stream`,
      () => new HttpResponse(new ReadableStream(), { headers: { 'Content-Type': 'text/event-stream' } }),
    ),
  );
});

const open = (period?: string) => {
  const onPeriod = vi.fn();
  return renderScreen(<InsightsScreen pageId="bio_1" period={period} onPeriod={onPeriod} />).then((view) => ({
    ...view,
    onPeriod,
  }));
};

describe('insights of a bio page', () => {
  it('shows views, visitors, clicks and the click rate', async () => {
    await open();
    expect(await screen.findByRole('button', { name: /^Views/, pressed: true })).toHaveTextContent('Views8+100%');
    expect(screen.getByRole('button', { name: /^Visitors/ })).toHaveTextContent('Visitors5+25%');
    expect(screen.getByRole('button', { name: /^Clicks/ })).toHaveTextContent('Clicks4+300%');
    expect(screen.getByText('Click rate', { selector: '.ui-kpi *' }).parentElement).toHaveTextContent('50%before 25%');
    expect(requests.every((params) => params.get('pageId') === 'bio_1' && params.get('interval') === '28d')).toBe(true);
  });

  it('lists the clicks of each block as text, those of removed blocks too', async () => {
    await open();
    const table = within(await screen.findByRole('table', { name: 'Clicks on blocks' }));
    const cells = table.getAllByRole('row').map((line) => line.textContent);
    expect(cells).toEqual(['BlockClicksShareClick rate', 'Order online375%38%', 'Removed block125%13%']);
    await expectAccessible();
  });

  it('lists every kind of block that can be clicked, and texts with clicks', async () => {
    const common = { visible: true, startsAt: null, endsAt: null } as const;
    const blocks: Block[] = [
      {
        ...common,
        id: 'blk_2',
        type: 'product',
        title: 'Oat bag',
        price: '9.90',
        currency: 'EUR',
        url: 'https://a.example/',
      },
      { ...common, id: 'blk_5', type: 'social', items: [{ network: 'github', url: 'https://github.com/oat' }] },
      { ...common, id: 'blk_6', type: 'image', mediaId: 'med_1' },
      { ...common, id: 'blk_7', type: 'text', text: 'Only text.' },
      { ...common, id: 'blk_9', type: 'text', text: '[Imprint](https://a.example/imprint)' },
    ];
    server.use(...bioPageServer(aBioPage({ blocks })).handlers);
    await open();
    const table = within(await screen.findByRole('table', { name: 'Clicks on blocks' }));
    const names = table.getAllByRole('row').map((line) => line.textContent);
    expect(names.slice(1)).toEqual(['Oat bag375%38%', 'Social profiles00%0%', 'Text125%13%']);
    const asked = requests.filter((params) => params.get('groupBy')?.includes('block'));
    expect(asked.every((params) => params.get('blocks') === 'true')).toBe(true);
  });

  it('names the latest views and clicks', async () => {
    await open();
    const visits = within(await screen.findByRole('list', { name: 'Visits, newest first' }));
    await waitFor(() => expect(visits.getAllByRole('listitem')).toHaveLength(2));
    const [first, second] = visits.getAllByRole('listitem');
    expect(first).toHaveTextContent('Clicked Order online');
    expect(second).toHaveTextContent('Viewedinstagram.com');
  });

  it('asks for another period when one is chosen', async () => {
    const { user, onPeriod } = await open('all');
    expect(await screen.findByRole('button', { name: /^Views/ })).toBeVisible();
    expect(requests[0]?.get('compare')).toBeNull();
    await user.click(screen.getByRole('radio', { name: '7 days' }));
    expect(onPeriod).toHaveBeenCalledWith('7d');
  });

  it('says that a page has no views', async () => {
    const none = { ...CLICKS, count: { ...CLICKS.count, views: 0, uniques: 0, clicks: 0 }, block: { rows: [] } };
    server.use(http.get(`${API}/analytics/report`, () => HttpResponse.json({ ...VIEWS, ...none })));
    await open();
    expect(await screen.findByText('No views in this period')).toBeVisible();
  });

  it('shows the error and retries', async () => {
    server.use(http.get(`${API}/analytics/report`, () => problem(500, 'Broken.')));
    const { user } = await open();
    const retry = await screen.findByRole('button', { name: 'Try again' }, { timeout: 8000 });
    server.use(
      http.get(`${API}/analytics/report`, ({ request }) =>
        HttpResponse.json(new URL(request.url).searchParams.get('views') === 'true' ? VIEWS : CLICKS),
      ),
    );
    await user.click(retry);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull());
  });
});

describe('heat map', () => {
  const page = aBioPage({
    blocks: [
      aHeading('blk_1', 'Menu'),
      aLinkBlock('blk_2', 'Order online'),
      {
        id: 'blk_3',
        type: 'group',
        visible: true,
        startsAt: null,
        endsAt: null,
        title: 'More',
        blocks: [aLinkBlock('blk_4', 'Jobs')],
      },
    ],
  });

  it('lists link blocks in their order, those in groups included', () => {
    const blocks = blockClicks(page.blocks, [row('blk_4', 6), row('blk_2', 2)]);
    expect(blocks.map(({ id, clicks, share, step }) => [id, clicks, share, step])).toEqual([
      ['blk_2', 2, 0.25, 2],
      ['blk_4', 6, 0.75, 4],
    ]);
  });

  it('writes the share on each block and opens groups', () => {
    const html = '<style>a{}</style><details class="c" data-block="blk_3"></details>';
    const heat = withHeat(html, blockClicks(page.blocks, [row('blk_4', 6), row('blk_2', 2)]), false);
    expect(heat).toContain('[data-block="blk_4"]::after{content:"75%"}');
    expect(heat).toContain('<details open class="c" data-block="blk_3">');
  });

  it('ignores ids that are not of blocks', () => {
    const heat = withHeat('<style></style>', blockClicks([aLinkBlock('x"]{}', 'X')], []), false);
    expect(heat).not.toContain('x"]');
  });
});
