import '@/test/pseudo-shared';
import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { pseudo, untranslated } from '@/test/pseudo';
import { renderScreen } from '@/test/render';
import { server } from '@/test/server';
import { SharedScreen } from './shared-screen';
import { SHARED_DIMENSIONS } from './shared-state';

/** Names of owners and what Intl writes. */
const DATA = [
  /linnet/i,
  /\b(Oat Street|UTC|Europe\/Lisbon|Germany|Safari|iOS|PT)\b/,
  /\b(\d+ )?(hr|days|months)\b/,
  /\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/,
];

const selection = {
  interval: '28d',
  start: null,
  end: null,
  timeZone: 'Europe/Lisbon',
  traffic: 'human',
  compare: 'previous',
  compareStart: null,
  compareEnd: null,
  filters: [{ dimension: 'country', values: ['DE'], negated: true, labels: null }],
  parts: SHARED_DIMENSIONS,
};

const row = (key: string) => ({ key, label: key, clicks: 3, uniques: 3, imported: 2 });
const report = {
  count: {
    clicks: 3,
    uniques: 3,
    bots: 0,
    imported: 2,
    importedUndated: 4,
    previous: { clicks: 2, uniques: 0, bots: 0 },
  },
  timeseries: {
    granularity: 'day',
    points: [{ start: '2026-11-20T00:00:00Z', clicks: 3, uniques: 3, imported: 2 }],
    previous: null,
  },
  heatmap: { cells: [{ weekday: 2, hour: 19, clicks: 3 }] },
  country: { rows: [row('DE'), row('')] },
  referrer: { rows: [row('')] },
  trigger: { rows: [row('link'), row('qr'), row('bio')] },
  device: { rows: [row('mobile'), row('desktop'), row('tablet')] },
};

const page = { label: 'Oat Street', name: null, scope: 'folder', expiresAt: '2026-12-01T00:00:00Z', locked: false };

it('says everything with the texts of the server', async () => {
  server.use(
    http.get('*/public/shares/tok', () => HttpResponse.json({ ...page, selection })),
    http.get('*/public/shares/tok/report', () => HttpResponse.json(report)),
  );
  await renderScreen(<SharedScreen token="tok" state={{ filters: {} }} change={() => {}} />);
  await screen.findByRole('heading', { name: pseudo('Hour of the week') });
  expect(untranslated(DATA)).toEqual([]);
});

it('asks for the password with the texts of the server', async () => {
  server.use(http.get('*/public/shares/tok', () => HttpResponse.json({ ...page, locked: true, selection: null })));
  await renderScreen(<SharedScreen token="tok" state={{ filters: {} }} change={() => {}} />);
  await screen.findByRole('heading', { name: pseudo('This page is password protected') });
  expect(untranslated(DATA)).toEqual([]);
});

it.each([404, 410, 503])('says with the texts of the server why there is no report: %i', async (status) => {
  server.use(http.get('*/public/shares/tok', () => HttpResponse.json({}, { status })));
  await renderScreen(<SharedScreen token="tok" state={{ filters: {} }} change={() => {}} />);
  await screen.findByText(pseudo(status === 503 ? 'Couldn’t load this report' : 'This page isn’t available'));
  expect(untranslated(DATA)).toEqual([]);
});
