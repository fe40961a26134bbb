import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { readReport } from '@/entities/analytics/model/report-search';
import { expectAccessible } from '@/test/axe';
import { aQrCode, qrHandlers } from '@/test/fixtures/qr-codes';
import { renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { ScansScreen } from './scans-screen';

const API = '*/api/v1';
const POSTER = aQrCode({ alias: 'menu', name: 'Poster' });
const OLD = aQrCode({ alias: 'old', ownScans: false });
const NETWORK = aQrCode({
  id: 'qrc_wifi',
  linkId: null,
  link: null,
  staticContent: { type: 'wifi', ssid: 'Guests', security: 'none' },
  content: 'WIFI:T:nopass;S:Guests;;',
  label: 'Guests',
  scans: null,
  ownScans: false,
});

let requests: URLSearchParams[] = [];

beforeEach(() => {
  signIn();
  requests = [];
  const none = { clicks: 0, uniques: 0, bots: 0, leads: 0, sales: 0, saleAmount: [] };
  server.use(
    ...qrHandlers([POSTER, OLD, NETWORK]),
    http.get(`${API}/analytics/report`, ({ request }) => {
      requests.push(new URL(request.url).searchParams);
      const points = [1, 0].map((daysAgo) => ({
        start: new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
        clicks: 0,
        uniques: 0,
      }));
      const timeseries = { granularity: 'day', points, previous: null };
      return HttpResponse.json({ count: { ...none, previous: null }, timeseries });
    }),
    http.get(`${API}/analytics`, ({ request }) => {
      const query = new URL(request.url).searchParams;
      if (query.get('groupBy') !== 'count') return undefined;
      requests.push(query);
      return HttpResponse.json({ ...none, previous: null });
    }),
    http.get(`${API}/workspaces/:id`, () =>
      HttpResponse.json({
        id: 'wsp_1',
        name: 'Oat Street',
        plan: 'FREE',
        timeZone: 'UTC',
        createdAt: '2026-01-01T00:00:00Z',
        retentionDays: null,
        planRetentionDays: null,
      }),
    ),
    http.get(
      `${API}/stream`,
      () => new HttpResponse(new ReadableStream(), { headers: { 'Content-Type': 'text/event-stream' } }),
    ),
  );
});

const show = (codeId: string) => renderScreen(<ScansScreen codeId={codeId} state={readReport({})} change={() => {}} />);

it('requests the figures of the code alone and says when it has no scans yet', async () => {
  await show(POSTER.id);
  expect(await screen.findByRole('heading', { name: 'Scans of Poster' })).toBeVisible();
  expect(await screen.findByText('No scans yet')).toBeVisible();
  expect(requests.length).toBeGreaterThan(1);
  for (const query of requests) {
    expect(query.get('qrCode')).toBe(POSTER.id);
    expect(query.get('linkId')).toBe(POSTER.linkId);
  }
  await expectAccessible();
});

it('links to the scans of the link when the code has no address of its own', async () => {
  await show(OLD.id);
  expect(await screen.findByText('Counted with the link')).toBeVisible();
  const link = screen.getByRole('link', { name: 'Scans of the link' });
  expect(link).toHaveAttribute('href', '/dashboard/links/lnk_old?trigger=qr');
  expect(requests).toEqual([]);
});

it('says that scans are not counted when the code is static', async () => {
  await show(NETWORK.id);
  expect(await screen.findByRole('heading', { name: 'Scans of Guests' })).toBeVisible();
  expect(screen.getByText('Scans are not counted')).toBeVisible();
  expect(requests).toEqual([]);
});
