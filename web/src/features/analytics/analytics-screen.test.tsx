import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { type ReportSearch, readReport, writeReport } from '@/entities/analytics/model/report-search';
import { expectAccessible } from '@/test/axe';
import { aClick } from '@/test/fixtures/clicks';
import { NO_CONVENTIONS, problem } from '@/test/fixtures/handlers';
import { renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { AnalyticsScreen } from './analytics-screen';

const API = '*/api/v1';
const DAY = 86_400_000;
const today = Math.floor(Date.now() / DAY) * DAY;

const money = { leads: 0, sales: 0, saleAmount: [] };
const row = (key: string, clicks: number) => ({ key, label: key, clicks, uniques: clicks, ...money });
const point = (daysAgo: number, clicks: number) => ({
  start: new Date(today - daysAgo * DAY).toISOString(),
  clicks,
  uniques: clicks,
});

/** Tuesday 19:00 and Sunday 6:00. */
const FEW = new Map([
  [43, 1],
  [150, 1],
]);

function aReport(clicks: number, before: number) {
  return {
    count: {
      clicks,
      uniques: clicks,
      bots: 4,
      ...money,
      previous: { clicks: before, uniques: before, bots: 0, ...money },
    },
    timeseries: {
      granularity: 'day',
      points: [point(1, 2), point(0, clicks)],
      previous: [point(3, 1), point(2, before)],
    },
    heatmap: {
      cells: Array.from({ length: 168 }, (_, at) => ({
        weekday: Math.floor(at / 24) + 1,
        hour: at % 24,
        clicks: clicks > 0 ? (FEW.get(at) ?? (at === 42 ? clicks : 0)) : 0,
      })),
    },
    country: { rows: [row('DE', 6), row('PT', 3), row('', 1)] },
    trigger: { rows: [row('link', 6), row('qr', 4)] },
    device: { rows: [row('mobile', 7), row('desktop', 3)] },
    url: { rows: [row('https://example.com/a,b', 10)] },
    outcome: { rows: [row('password', 30), row('redirect', clicks)] },
  };
}

let requests: URL[] = [];
let scanRequests: URL[] = [];

/** The screen with its URL state, without a route. */
function Screen({ search }: { search: ReportSearch }) {
  const [now, setNow] = useState(search);
  const state = readReport(now);
  return <AnalyticsScreen state={state} change={(patch) => setNow(writeReport({ ...state, ...patch }))} />;
}

/** Other requests for analytics have the response of the handler before. */
const clicksOfAllTime = (clicks: number) =>
  http.get(`${API}/analytics`, ({ request }) =>
    new URL(request.url).searchParams.get('groupBy') === 'count'
      ? HttpResponse.json(aReport(clicks, 0).count)
      : undefined,
  );

const lastRequest = () => requests.at(-1)?.searchParams;

beforeEach(() => {
  signIn();
  requests = [];
  scanRequests = [];
  server.use(
    http.get(`${API}/analytics/report`, ({ request }) => {
      if (new URL(request.url).searchParams.get('trigger') === 'qr') {
        scanRequests.push(new URL(request.url));
        const { timeseries, count } = aReport(4, 2);
        return HttpResponse.json({ count, timeseries });
      }
      requests.push(new URL(request.url));
      const narrowed = new URL(request.url).searchParams.get('country') === 'JP';
      return HttpResponse.json(aReport(narrowed ? 0 : 10, 0));
    }),
    http.get(`${API}/analytics/annotations`, () =>
      HttpResponse.json({
        items: [
          {
            at: new Date(today + 1).toISOString(),
            linkId: 'lnk_1',
            domain: 'go.example',
            alias: 'launch',
            kind: 'updated',
            actorName: 'Mara Vale',
            fields: ['url'],
          },
        ],
        nextCursor: null,
        total: 1,
      }),
    ),
    http.get(`${API}/analytics`, ({ request }) =>
      HttpResponse.json(
        new URL(request.url).searchParams.get('groupBy') === 'timeseries'
          ? { granularity: 'minute', points: [], previous: null }
          : { rows: aReport(10, 0).country.rows },
      ),
    ),
    http.get(`${API}/clicks`, () => HttpResponse.json({ items: [aClick()], nextCursor: null, total: 1 })),
    http.get(
      `${API}/stream`,
      () => new HttpResponse(new ReadableStream(), { headers: { 'Content-Type': 'text/event-stream' } }),
    ),
    http.get(`${API}/workspaces/:id`, () =>
      HttpResponse.json({
        id: 'wsp_1',
        name: 'Oat Street',
        plan: 'FREE',
        timeZone: 'Europe/Lisbon',
        createdAt: '2026-01-01T00:00:00Z',
        retentionDays: null,
        planRetentionDays: null,
      }),
    ),
  );
});

it('sends one request in the workspace’s zone and exposes the figures as text', async () => {
  await renderScreen(<Screen search={{}} />);
  const clicks = await screen.findByRole('button', { name: /^Clicks/, pressed: true });
  await waitFor(() => expect(clicks).toHaveTextContent('Clicks10new'));
  expect(requests).toHaveLength(1);
  expect(lastRequest()?.get('timeZone')).toBe('Europe/Lisbon');
  expect(lastRequest()?.get('compareStart')).not.toBeNull();
  expect(screen.getByRole('button', { name: /^Unique visitors/ })).toHaveTextContent('sum of days');
  expect(screen.getByRole('button', { name: /^Bots, excluded/ })).toHaveTextContent('29% of all');
  expect(await screen.findByText('Tuesday at 18:00')).toBeVisible();
  await waitFor(() =>
    expect(screen.getByRole('slider', { name: /^Clicks per day/ })).toHaveAttribute(
      'aria-valuetext',
      expect.stringContaining('10 clicks, 0 in the previous period, 1 change'),
    ),
  );
  expect(
    await screen.findByRole('button', { name: 'Germany: 6 clicks, 60%, 0.0713 per million people' }),
  ).toBeInTheDocument();
  await expectAccessible();
});

it('includes and excludes values by click, with commas in values escaped', async () => {
  const { user } = await renderScreen(<Screen search={{}} />);
  await user.click(await screen.findByRole('button', { name: /^example\.com\/a,b/ }));
  await waitFor(() => expect(lastRequest()?.get('url')).toBe('https://example.com/a\\,b'));
  await user.keyboard('{Alt>}');
  await user.click(screen.getByRole('button', { name: /^Phone/ }));
  await user.keyboard('{/Alt}');
  await waitFor(() => expect(lastRequest()?.get('device')).toBe('-mobile'));
  expect(screen.getByRole('button', { name: /Device is not: invert/ })).toBeVisible();
});

it('filters by an hour of the week, with all hours still shown, and removes the filter', async () => {
  const { user } = await renderScreen(<Screen search={{}} />);
  await user.click(await screen.findByRole('gridcell', { name: /^Tuesday 18:00/ }));
  const narrowed = () => requests.find(({ searchParams }) => searchParams.has('weekday'))?.searchParams;
  await waitFor(() => expect(narrowed()?.toString()).toMatch(/weekday=2&hour=18/));
  const week = () => requests.find(({ searchParams }) => searchParams.get('groupBy') === 'heatmap')?.searchParams;
  await waitFor(() => expect(week()?.has('hour')).toBe(false));
  expect(screen.getByRole('button', { name: 'Weekday is: invert' })).toBeVisible();
  expect(screen.getByText('Tuesdays')).toBeVisible();
  expect(screen.getByText('18:00–19:00')).toBeVisible();
  expect(screen.getByRole('gridcell', { name: /^Tuesday 18:00/ })).toHaveAttribute('aria-selected', 'true');
  expect(screen.getByRole('gridcell', { name: /^Monday 18:00/ })).toHaveAttribute('aria-selected', 'false');
  await expectAccessible();

  await user.keyboard('{ArrowRight}{Enter}');
  expect(screen.getByText('19:00–20:00')).toBeVisible();
  await user.keyboard('{Enter}');
  expect(screen.queryByText('19:00–20:00')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: /^Tuesdays: 11 clicks/ }));
  await user.keyboard('{End}{Enter}');
  expect(screen.getByText('Tuesdays')).toBeVisible();
  expect(screen.getByText(/Sundays$/)).toBeVisible();
  expect(screen.getByRole('button', { name: /^Sundays/, pressed: true })).toHaveFocus();
});

it('disables hours without clicks, except a selected one', async () => {
  const { user } = await renderScreen(<Screen search={{ weekday: 4, hour: 3 }} />);
  const chosen = await screen.findByRole('gridcell', { name: /^Thursday 03:00: 0 clicks/ });
  const empty = screen.getByRole('gridcell', { name: /^Monday 00:00: 0 clicks/ });
  await waitFor(() => expect(empty).toHaveAttribute('aria-disabled', 'true'));
  expect(chosen).not.toHaveAttribute('aria-disabled');
  const before = requests.length;
  await user.click(empty);
  await user.keyboard('{Enter}{ArrowRight}{Enter}');
  expect(screen.getByRole('gridcell', { name: /^Monday 01:00/ })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Mondays: 0 clicks' }));
  await user.click(screen.getByRole('button', { name: '01:00–02:00: 0 clicks' }));
  expect(screen.getByText('Thursdays')).toBeVisible();
  expect(requests).toHaveLength(before);
  expect(screen.getByRole('button', { name: 'Mondays: 0 clicks' })).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible();
  await user.click(chosen);
  await waitFor(() => expect(screen.queryByText('Thursdays')).not.toBeInTheDocument());
});

it.each([true, false])('says whether campaign values are counted in lower case: %s', async (foldCase) => {
  let asked = 0;
  server.use(
    http.get(`${API}/utm-conventions`, () => {
      asked += 1;
      return HttpResponse.json({ ...NO_CONVENTIONS, foldCase });
    }),
  );
  const { user } = await renderScreen(<Screen search={{}} />);
  const menu = await screen.findByRole('button', { name: 'UTM' });
  expect(asked).toBe(0);
  await user.click(menu);
  await user.click(await screen.findByRole('menuitemradio', { name: 'UTM campaigns' }));
  await waitFor(() => expect(asked).toBe(1));
  if (foldCase) expect(await screen.findByText('Counted in lower case')).toBeVisible();
  else expect(screen.queryByText('Counted in lower case')).toBeNull();
});

it('draws the metric of the selected card', async () => {
  const { user } = await renderScreen(<Screen search={{ compare: 'off' }} />);
  expect(await screen.findByRole('slider', { name: /^Clicks per day/ })).toBeVisible();
  expect(lastRequest()?.get('compareStart')).toBeNull();
  await user.click(screen.getByRole('button', { name: /^Unique visitors/ }));
  expect(screen.getByRole('slider', { name: /^Unique visitors per day/ })).toBeVisible();
  const [chart] = screen.getAllByRole('button', { name: 'View as table' });
  await user.click(chart as HTMLElement);
  expect(
    within(await screen.findByRole('region', { name: 'Unique visitors over time, as a table' })).getByRole('cell', {
      name: '10',
    }),
  ).toBeVisible();
});

it('shows scans with their change and draws them', async () => {
  const { user } = await renderScreen(<Screen search={{}} />);
  const card = await screen.findByRole('button', { name: /^QR scans/ });
  await waitFor(() => expect(card).toHaveTextContent('QR scans4+100%'), { timeout: 5_000 });
  expect(scanRequests).toHaveLength(1);
  expect(scanRequests[0]?.searchParams.get('compareStart')).toBe(lastRequest()?.get('compareStart'));
  await user.click(card);
  expect(screen.getByRole('slider', { name: /^QR scans per day/ })).toHaveAttribute(
    'aria-valuetext',
    expect.stringContaining('4 scans, 2 in the previous period'),
  );
  const [chart] = screen.getAllByRole('button', { name: 'View as table' });
  await user.click(chart as HTMLElement);
  const table = await screen.findByRole('region', { name: 'QR scans over time, as a table' });
  expect(within(table).getByRole('columnheader', { name: 'QR scans' })).toBeVisible();
  await expectAccessible();
});

it('sends no request for scans when the filters exclude them', async () => {
  await renderScreen(<Screen search={{ trigger: '-qr', kpi: 'scans' }} />);
  await screen.findByText('Tuesday at 18:00');
  expect(screen.getByRole('button', { name: /^QR scans/, pressed: true })).toHaveTextContent(/^QR scans0$/);
  expect(screen.getByRole('slider', { name: /^QR scans per day/ })).toHaveAttribute(
    'aria-valuetext',
    expect.stringMatching(/: 0 scans, 1 change$/),
  );
  expect(scanRequests).toHaveLength(0);
});

it('colors the map and sorts its list by clicks per capita', async () => {
  const { user } = await renderScreen(<Screen search={{}} />);
  const shade = async (name: RegExp) => (await screen.findByRole('button', { name })).getAttribute('data-step');
  expect([await shade(/^Germany: 6/), await shade(/^Portugal: 3/)]).toEqual(['4', '2']);
  await user.click(screen.getByRole('radio', { name: 'Per capita' }));
  expect([await shade(/^Germany: 6/), await shade(/^Portugal: 3/)]).toEqual(['2', '4']);
  const [list] = screen.getAllByRole('tabpanel', { name: 'Countries' });
  const first = () => within(list as HTMLElement).getAllByRole('button')[0];
  expect(first()).toHaveAccessibleName(/Portugal.*0\.294 per million people, 3 clicks/);
  expect(screen.getByText(/^Countries by clicks per million people\./)).toBeVisible();
  await expectAccessible();
  await user.click(screen.getByRole('tab', { name: 'Cities' }));
  expect(screen.getByText(/^The map shows clicks per capita, this list clicks\./)).toBeVisible();
});

it('shows an empty state that clears the filters when nothing matches', async () => {
  const { user } = await renderScreen(<Screen search={{ country: 'JP' }} />);
  expect(await screen.findByRole('heading', { name: 'No matching clicks' })).toBeVisible();
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(await screen.findByRole('button', { name: /^Clicks/ })).toHaveTextContent('Clicks10');
});

it('distinguishes a period without clicks from a workspace without clicks', async () => {
  server.use(
    http.get(`${API}/analytics/report`, () => HttpResponse.json(aReport(0, 0))),
    clicksOfAllTime(1),
  );
  const quiet = await renderScreen(<Screen search={{}} />);
  expect(await screen.findByRole('heading', { name: 'No clicks in this period' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Widen to 91 days' })).toBeVisible();
  quiet.unmount();
  server.use(clicksOfAllTime(0));
  await renderScreen(<Screen search={{}} />);
  expect(await screen.findByRole('heading', { name: 'No clicks yet' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'New link' })).toBeVisible();
});

it('shows the error of a failed report and retries', async () => {
  server.use(http.get(`${API}/analytics/report`, () => problem(403, 'You may not view reports.'), { once: true }));
  const { user } = await renderScreen(<Screen search={{}} />);
  expect(await screen.findByRole('alert')).toHaveTextContent('You may not view reports.');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: /^Clicks/ })).toHaveTextContent('Clicks10');
});

it('omits a comparison beyond the retention', async () => {
  server.use(
    http.get(`${API}/workspaces/:id`, () =>
      HttpResponse.json({
        id: 'wsp_1',
        name: 'Oat Street',
        plan: 'FREE',
        timeZone: 'UTC',
        createdAt: '2026-01-01T00:00:00Z',
        retentionDays: null,
        planRetentionDays: 30,
      }),
    ),
  );
  await renderScreen(<Screen search={{}} />);
  expect(await screen.findByText('Clicks are deleted after 30 days')).toBeVisible();
  expect(lastRequest()?.get('compareStart')).toBeNull();
});

it('prints the settings of the report', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  const { user } = await renderScreen(<Screen search={{ country: 'DE,PT', device: '-tablet', traffic: 'all' }} />);
  await screen.findByText('Tuesday at 18:00');
  await user.click(await screen.findByRole('button', { name: 'Export' }));
  await user.click(screen.getByRole('menuitem', { name: 'Print or save as PDF' }));
  expect(print).toHaveBeenCalledOnce();
  const words = [...document.querySelectorAll('.report-paper dd')].map((said) => said.textContent);
  expect(words).toContain('Oat Street');
  expect(words).toContain('All clicks, bots included');
  expect(words).toContain('Europe/Lisbon');
  expect(words).toContain('Country is Germany or Portugal.');
  expect(words).toContain('Device is not Tablet.');
});

it('searches the dimensions and lists tags without clicks', async () => {
  const tag = { id: 'tag_9', name: 'autumn', color: null, links: 0, createdAt: '2026-01-01T00:00:00Z' };
  server.use(http.get(`${API}/tags`, () => HttpResponse.json({ items: [tag], nextCursor: null, total: 1 })));
  const { user } = await renderScreen(<Screen search={{}} />);
  await user.click(await screen.findByRole('button', { name: 'Filter' }));
  const menu = within(await screen.findByRole('dialog', { name: 'Filter by' }));
  expect(await menu.findByRole('heading', { name: 'Filter by' })).toBeVisible();
  await user.type(menu.getByRole('combobox'), 'tag');
  expect(menu.getAllByRole('option').map((option) => option.textContent)).toEqual(['Tags']);
  await user.keyboard('{Enter}');
  const values = within(await screen.findByRole('dialog', { name: 'Tags' }));
  await user.click(await values.findByRole('checkbox', { name: 'autumn' }));
  await user.click(values.getByRole('button', { name: 'Filter by 1' }));
  await waitFor(() => expect(lastRequest()?.get('tag')).toBe('tag_9'));
});

it('searches links without clicks', async () => {
  const searches: (string | null)[] = [];
  server.use(
    http.get(`${API}/links`, ({ request }) => {
      const search = new URL(request.url).searchParams.get('search');
      searches.push(search);
      const alias = search === 'quiet' ? 'quiet-one' : 'other';
      const link = { id: `lnk_${alias}`, domain: 'go.example', alias, url: 'https://example.com/', title: 'x' };
      return HttpResponse.json({ items: [link], nextCursor: null, total: 1 });
    }),
  );
  const { user } = await renderScreen(<Screen search={{ all: 'link' }} />);
  const values = within(await screen.findByRole('dialog', { name: 'Links' }));
  await user.type(values.getByRole('searchbox'), 'quiet');
  await user.click(await values.findByRole('checkbox', { name: 'go.example/quiet-one' }));
  await user.click(values.getByRole('button', { name: 'Filter by 1' }));
  await waitFor(() => expect(lastRequest()?.get('linkId')).toBe('lnk_quiet-one'));
  expect(searches).toContain('quiet');
});

it('moves between countries of the map with the arrow keys, from the highest value to the lowest', async () => {
  const { user } = await renderScreen(<Screen search={{}} />);
  const germany = await screen.findByRole('button', { name: /^Germany: 6/ });
  const portugal = screen.getByRole('button', { name: /^Portugal: 3/ });
  expect(germany).toHaveAttribute('tabindex', '0');
  expect(portugal).toHaveAttribute('tabindex', '-1');
  germany.focus();
  await user.keyboard('{ArrowRight}');
  expect(portugal).toHaveFocus();
  await waitFor(() => expect(portugal).toHaveAttribute('tabindex', '0'));
  await user.keyboard('{ArrowDown}');
  expect(germany).toHaveFocus();
  await user.keyboard('{End}');
  expect(portugal).toHaveFocus();
  await user.keyboard('{Home}{Enter}');
  await waitFor(() => expect(lastRequest()?.get('country')).toBe('DE'));
});

it('lists the outcomes of all visits, and counts the chosen one', async () => {
  await renderScreen(<Screen search={{}} />);
  const outcomes = await screen.findByRole('tabpanel', { name: 'Outcomes' });
  const asked = await within(outcomes).findByRole('button', { name: /^Password prompt/ });
  expect(asked).toHaveTextContent('Password prompt3075%');
  expect(within(outcomes).getByRole('button', { name: /^Redirected/ })).toHaveTextContent('Redirected1025%');
  expect(outcomes).toHaveTextContent('Figures count redirects.');
  await userEvent.click(asked);
  await waitFor(() => expect(lastRequest()?.get('outcome')).toBe('password'));
  expect(await screen.findByRole('button', { name: 'Change filter: outcome is' })).toHaveTextContent('Password prompt');
});
