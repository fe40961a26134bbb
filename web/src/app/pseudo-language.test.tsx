import '@/test/pseudo';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { type ReactNode, useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { readReport, writeReport } from '@/entities/analytics/model/report-search';
import { AnalyticsScreen } from '@/features/analytics/analytics-screen';
import { LoginScreen } from '@/features/auth/login-screen';
import { SignupScreen } from '@/features/auth/signup-screen';
import { HomeScreen } from '@/features/home/home-screen';
import { CreateLinkDialog } from '@/features/links/form/create-link-dialog';
import { LinksScreen } from '@/features/links/list/links-screen';
import { parseLinksSearch } from '@/features/links/list/links-search';
import { aClick } from '@/test/fixtures/clicks';
import { homeHandlers, linkHandlers } from '@/test/fixtures/handlers';
import { aLink } from '@/test/fixtures/links';
import { aWorkspace } from '@/test/fixtures/workspace';
import { pseudo, shownTexts, untranslated } from '@/test/pseudo';
import { renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';

const API = '*/api/v1';

/** What is not of the interface: names and addresses of owners, sentences of the server, units, and what Intl writes. */
const DATA = [
  /linnet/i,
  'Free',
  /\/(launch|menu|old|missing)\b/,
  /\b(localhost:8080|go\.example|([a-z]+\.)?example\.com\S*|shop\.example\S*)/,
  /\b(Oat Street|Lisbon|PT|DE|UTC|Europe\/Lisbon|spring|https|ISO|Safari|iOS)\b/,
  // Examples of values.
  /\b(Mozilla|US-CA|newsletter|email|news\.example|ref=poster)\b/,
  'Name the alias',
  'A readable one is clicked more.',
  'Press ? to see every key.',
  // Of dates, with AM and PM.
  /\b(Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sep(?:tember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?|Mon|Tue|Wed|Thu|Fri|Sat|Sun|AM|PM)\b/,
  // Names of countries and languages by Intl.
  /\b(Portugal|Germany|Japan|Portuguese|English)\b/,
];

async function expectTranslated(ui: ReactNode, ready: string) {
  await renderScreen(ui);
  await waitFor(() => expect([...shownTexts()].some((text) => text.includes(pseudo(ready)))).toBe(true));
  await waitFor(() => expect(document.querySelector('[aria-busy=true], .ui-skeleton')).toBeNull());
  expect(untranslated(DATA)).toEqual([]);
}

function Links() {
  const [search, setSearch] = useState(parseLinksSearch({}));
  return <LinksScreen search={search} onChange={(change) => setSearch((prev) => ({ ...prev, ...change }))} />;
}

function Report() {
  const [search, setSearch] = useState({});
  const state = readReport(search);
  return <AnalyticsScreen state={state} change={(patch) => setSearch(writeReport({ ...state, ...patch }))} />;
}

beforeEach(() => signIn());

it('translates the home', async () => {
  server.use(...homeHandlers);
  await expectTranslated(<HomeScreen />, 'Maximize Your Impact');
});

it('translates the list of links', async () => {
  server.use(
    ...linkHandlers([aLink({ tags: ['spring'], hasPassword: true }), aLink({ alias: 'old', status: 'archived' })]),
  );
  await expectTranslated(<Links />, 'Import / export');
});

it('translates the editor of a link', async () => {
  server.use(...linkHandlers([aLink()]));
  await expectTranslated(<CreateLinkDialog onClose={() => {}} />, 'Live preview');
});

it('translates the login', async () => {
  await expectTranslated(<LoginScreen onDone={() => {}} />, 'Forgot password?');
});

it('translates the sign-up and its mistakes', async () => {
  const { user } = await renderScreen(<SignupScreen onDone={() => {}} />);
  await user.click(screen.getByRole('button', { name: pseudo('Create Account') }));
  await screen.findByText(pseudo('Please select a country'));
  expect(untranslated(DATA)).toEqual([]);
});

it('translates the report', async () => {
  const money = { leads: 1, sales: 0, saleAmount: [] };
  const row = (key: string) => ({ key, label: key, clicks: 3, uniques: 3, ...money });
  const report = {
    count: { clicks: 3, uniques: 3, bots: 4, ...money, previous: { clicks: 0, uniques: 0, bots: 0, ...money } },
    timeseries: {
      granularity: 'day',
      points: [{ start: '2026-11-20T00:00:00Z', clicks: 3, uniques: 3 }],
      previous: null,
    },
    heatmap: { cells: [{ weekday: 2, hour: 19, clicks: 3 }] },
    country: { rows: [row('DE'), row('')] },
    trigger: { rows: [row('link'), row('qr')] },
    device: { rows: [row('mobile')] },
    outcome: { rows: [row('redirect')] },
  };
  server.use(
    http.get(`${API}/workspaces/:id`, () => HttpResponse.json(aWorkspace())),
    http.get(`${API}/analytics/report`, () => HttpResponse.json(report)),
    http.get(`${API}/analytics/annotations`, () => HttpResponse.json({ items: [], nextCursor: null, total: 0 })),
    http.get(`${API}/analytics`, () =>
      HttpResponse.json({ granularity: 'minute', points: [], previous: null, rows: [] }),
    ),
    http.get(`${API}/clicks`, () => HttpResponse.json({ items: [aClick()], nextCursor: null, total: 1 })),
    ...homeHandlers,
  );
  await renderScreen(<Report />);
  await screen.findByRole('heading', { name: pseudo('Hour of the week') });
  await screen.findByText(/19:00\]$/);
  expect(untranslated(DATA)).toEqual([]);
});
