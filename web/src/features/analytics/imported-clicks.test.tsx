import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { type ReportSearch, readReport, writeReport } from '@/entities/analytics/model/report-search';
import { expectAccessible } from '@/test/axe';
import { renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { AnalyticsScreen } from './analytics-screen';

const API = '*/api/v1';
const DAY = 86_400_000;
const today = Math.floor(Date.now() / DAY) * DAY;

const money = { leads: 0, sales: 0, saleAmount: [] };
const row = (key: string, clicks: number, imported?: number) => ({
  key,
  label: key,
  clicks,
  uniques: clicks,
  ...(imported && { imported }),
  ...money,
});
const point = (daysAgo: number, clicks: number, imported?: number) => ({
  start: new Date(today - daysAgo * DAY).toISOString(),
  clicks,
  uniques: clicks,
  ...(imported && { imported }),
});

interface Counts {
  clicks: number;
  imported?: number;
  importedUndated?: number;
}

const aReport = (counts: Counts, granularity = 'day') => ({
  count: { uniques: counts.clicks, bots: 0, ...counts, ...money, previous: null },
  timeseries: {
    granularity,
    points: counts.imported ? [point(1, 2, 4000), point(0, counts.clicks)] : [point(1, 2), point(0, counts.clicks)],
    previous: null,
  },
  heatmap: { cells: [] },
  country: { rows: [row('DE', 6, 120), row('PT', 0, 30)] },
  device: { rows: [row('mobile', 7, 3880)] },
});

/** Responds with the counts in each report, and with those of all time. */
function respondWith(counts: Counts, ever: Counts = counts, granularity = 'day') {
  const report = aReport(counts, granularity);
  server.use(
    http.get(`${API}/analytics/report`, () => HttpResponse.json(report)),
    http.get(`${API}/analytics/annotations`, () => HttpResponse.json({ items: [], nextCursor: null, total: 0 })),
    http.get(`${API}/analytics`, ({ request }) => {
      const groupBy = new URL(request.url).searchParams.get('groupBy');
      if (groupBy === 'count') return HttpResponse.json({ ...report.count, ...ever });
      if (groupBy === 'timeseries') return HttpResponse.json({ granularity: 'minute', points: [], previous: null });
      return HttpResponse.json({ rows: report.country.rows });
    }),
    http.get(`${API}/clicks`, () => HttpResponse.json({ items: [], nextCursor: null, total: 0 })),
    http.get(
      `${API}/stream`,
      () => new HttpResponse(new ReadableStream(), { headers: { 'Content-Type': 'text/event-stream' } }),
    ),
  );
}

function Screen({ search }: { search: ReportSearch }) {
  const [now, setNow] = useState(search);
  const state = readReport(now);
  return <AnalyticsScreen state={state} change={(patch) => setNow(writeReport({ ...state, ...patch }))} />;
}

const chart = () => screen.findByRole('slider', { name: /^Clicks per/ });

beforeEach(() => signIn());

it('names imported clicks beside the clicks, which do not contain them', async () => {
  respondWith({ clicks: 10, imported: 4000, importedUndated: 1200 });
  const { user } = await renderScreen(<Screen search={{}} />);
  const card = await screen.findByRole('button', { name: /^Clicks/, pressed: true });
  await waitFor(() => expect(card).toHaveTextContent(/^Clicks10and 4,000 imported1,200 imported without dates$/));
  const note = 'Imported clicks were counted by another service before the import, without visitors.';
  expect(await screen.findByText(note)).toBeVisible();
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: /^Unique visitors/ }));
  await waitFor(() => expect(screen.queryByText(note)).toBeNull());
  expect(screen.queryByRole('button', { name: 'Imported' })).toBeNull();
});

it('draws imported clicks as a series that the legend hides', async () => {
  respondWith({ clicks: 10, imported: 4000 });
  const { user } = await renderScreen(<Screen search={{}} />);
  const slider = await chart();
  slider.focus();
  await user.keyboard('{Home}');
  expect(slider).toHaveAttribute('aria-valuetext', expect.stringMatching(/: 2 clicks, 4,000 imported$/));
  expect(within(slider).getByText('Imported')).toBeInTheDocument();
  const scale = () => document.querySelector('.chart-y')?.textContent;
  expect(scale()).toBe('5K4K3K2K1K0');

  const entry = screen.getByRole('button', { name: 'Imported', pressed: true });
  await user.click(entry);
  expect(entry).toHaveAttribute('aria-pressed', 'false');
  expect(slider).toHaveAttribute('aria-valuetext', expect.not.stringContaining('imported'));
  expect(scale()).toMatch(/^10/);
  await user.click(entry);

  await user.click(screen.getAllByRole('button', { name: 'View as table' })[0] as HTMLElement);
  const table = within(await screen.findByRole('region', { name: 'Clicks over time, as a table' }));
  expect(table.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['Date', 'Clicks', 'Imported']);
  expect(table.getAllByRole('row')[1]).toHaveTextContent(/24,000$/);
});

it('says that a chart by hour has no imported clicks', async () => {
  respondWith({ clicks: 10, imported: 4000 }, undefined, 'hour');
  server.use(
    http.get(`${API}/analytics/report`, () =>
      HttpResponse.json({
        ...aReport({ clicks: 10, imported: 4000 }),
        timeseries: { granularity: 'hour', points: [point(0, 10)], previous: null },
      }),
    ),
  );
  await renderScreen(<Screen search={{}} />);
  expect(await screen.findByText(/They have no times: only charts by day/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Imported' })).toBeNull();
});

it('lists imported clicks apart, and without them by rate and by visitors', async () => {
  respondWith({ clicks: 10, imported: 4000 });
  const { user } = await renderScreen(<Screen search={{}} />);
  const [list] = await screen.findAllByRole('tabpanel', { name: 'Countries' });
  const rows = () =>
    within(list as HTMLElement)
      .getAllByRole('button')
      .map((each) => each.textContent);
  await waitFor(() => expect(rows()).toEqual(['DEGermany+120120 imported 660%', 'PTPortugal+3030 imported 00%']));
  expect(screen.getAllByText('Imported', { selector: 'span.chart-key' }).length).toBeGreaterThan(0);
  expect(screen.getByText(/^The map’s colors are without imported clicks\./)).toBeVisible();
  expect(await screen.findByRole('button', { name: /^Germany: 6 clicks, 120 imported, 60%/ })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: /^Unique visitors/ }));
  expect(rows()).toEqual(['DEGermany660%', 'PTPortugal00%']);
  expect(screen.queryByText(/^The map’s colors/)).toBeNull();
});

it('names imported clicks in the list of all values', async () => {
  respondWith({ clicks: 10, imported: 4000 });
  await renderScreen(<Screen search={{ all: 'country' }} />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Countries' }));
  expect(await dialog.findByText('120 imported')).toBeInTheDocument();
});

it('shows a period that has only imported clicks', async () => {
  respondWith({ clicks: 0, imported: 4000 });
  await renderScreen(<Screen search={{}} />);
  const card = await screen.findByRole('button', { name: /^Clicks/, pressed: true });
  await waitFor(() => expect(card).toHaveTextContent(/^Clicks0and 4,000 imported$/));
  expect(screen.queryByRole('heading', { name: 'No clicks in this period' })).toBeNull();
});

it('offers a longer period when all imported clicks are on other days', async () => {
  respondWith({ clicks: 0 }, { clicks: 0, imported: 4000, importedUndated: 5 });
  await renderScreen(<Screen search={{}} />);
  expect(await screen.findByRole('heading', { name: 'No clicks in this period' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'All time' })).toBeVisible();
});

it('says that undated clicks are in no period when there are no others', async () => {
  respondWith({ clicks: 0, importedUndated: 1200 });
  await renderScreen(<Screen search={{}} />);
  expect(await screen.findByRole('heading', { name: '1,200 imported, 0 since the import' })).toBeVisible();
  expect(screen.getByText(/^These imported clicks have no dates and sources\./)).toBeVisible();
  await expectAccessible();
});
