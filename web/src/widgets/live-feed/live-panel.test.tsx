import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { FEED_SIZE } from '@/entities/click/click.types';
import { aClick } from '@/test/fixtures/clicks';
import { renderScreen } from '@/test/render';
import { server } from '@/test/server';
import { LivePanel } from './live-panel';

const api = (path: string) => `*/api/v1${path}`;

function serveFeed(count: number) {
  const at = new Date().toISOString();
  const items = Array.from({ length: count }, () => aClick({ at }));
  server.use(http.get(api('/clicks'), () => HttpResponse.json({ items, nextCursor: null, total: count })));
}

it('counts the feed while it holds all clicks of the minute', async () => {
  serveFeed(3);
  await renderScreen(<LivePanel title="Live now" state="live" rows={6} />);
  expect(await screen.findByText(/^3 in the last minute/)).toBeVisible();
});

it('shows what the server counted when the feed is full', async () => {
  serveFeed(FEED_SIZE);
  const asked: URLSearchParams[] = [];
  server.use(
    http.get(api('/analytics'), ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return HttpResponse.json({ clicks: 1143, uniques: 9, bots: 0, previous: null });
    }),
  );
  await renderScreen(<LivePanel title="Live now" state="live" rows={6} />);
  expect(await screen.findByText(/^1,143 in the last minute/)).toBeVisible();
  expect(asked[0]?.get('groupBy')).toBe('count');
  expect(Date.now() - Date.parse(asked[0]?.get('start') ?? '')).toBeLessThan(120_000);
});

it('says 50+ as long as the server has not counted', async () => {
  serveFeed(FEED_SIZE);
  server.use(
    http.get(api('/analytics'), () => HttpResponse.json({ code: 'unavailable', message: '' }, { status: 503 })),
  );
  await renderScreen(<LivePanel title="Live now" state="live" rows={6} />);
  expect(await screen.findByText(/^50\+ in the last minute/)).toBeVisible();
});
