import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { lastDomain, storeLastDomain } from '@/entities/domain/last-domain';
import { expectAccessible } from '@/test/axe';
import { aDomain, theDefaultDomain } from '@/test/fixtures/domains';
import { homeHandlers, problem, someTotalClicks } from '@/test/fixtures/handlers';
import { aLink } from '@/test/fixtures/links';
import { aWorkspace } from '@/test/fixtures/workspace';
import { findToast, renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { HomeScreen } from './home-screen';

const API = '*/api/v1';

/** The answer for the total clicks, with other values. */
const totalClicks = (change: Parameters<typeof someTotalClicks>[0]) =>
  http.get(`${API}/dashboard/total-clicks`, () => HttpResponse.json(someTotalClicks(change)));

/** No hours: the 168 of a week have their own test, and axe takes its time with each of them. */
const NO_HOURS = { heatmap: { cells: [] } };

function card(name: string): HTMLElement {
  const article = screen.getByRole('heading', { name: new RegExp(`^${name}`) }).closest('article');
  if (!article) throw new Error(`There is no card ${name}.`);
  return article;
}

beforeEach(() => {
  signIn();
  server.use(...homeHandlers);
});

/** Two domains, and the creation of links, whose requests it adds to bodies. */
const linksOnTwoDomains = (bodies: unknown[]) => [
  http.get(`${API}/domains`, () =>
    HttpResponse.json({ items: [theDefaultDomain(), aDomain()], nextCursor: null, total: 2 }),
  ),
  http.post(`${API}/links`, async ({ request }) => {
    bodies.push(await request.json());
    return HttpResponse.json(aLink(), { status: 201 });
  }),
];

describe('the home with figures', () => {
  it('AC-180: shows all figures, and no onboarding once there are clicks', async () => {
    await renderScreen(<HomeScreen />);
    expect(await screen.findByText('12,480')).toBeVisible();
    expect(screen.getByText('+12%')).toBeVisible();
    expect(await within(card('Plan Usage')).findByText('25/100 links')).toBeVisible();
    expect(within(card('Plan Usage')).getByText('Free Plan')).toBeVisible();
    expect(screen.getByRole('progressbar', { name: 'Links used' })).toHaveAttribute('aria-valuenow', '25');
    expect(within(card('QR Codes')).getByText('8 created')).toBeVisible();
    const code = await within(card('QR Codes')).findByRole('link', { name: 'QR code of /launch' });
    expect(code).toHaveAttribute('href', '/dashboard/qr-codes/qrc_launch');
    expect(await screen.findByText('Name the alias')).toBeVisible();
    expect(await screen.findByText('Press ? to see every key.')).toBeVisible();
    expect(await screen.findByText('Tue 18:00, 100%')).toBeVisible();
    expect(screen.queryByText('First steps')).toBeNull();
  });

  it.each([
    [3999, null],
    [4000, '4,000 of 5,000 clicks used this month.'],
    [5200, "You've used all clicks of this month (5,200 of 5,000)."],
  ])('warns when %i clicks of the month are used', async (used, said) => {
    const usage = {
      plan: 'FREE',
      links: { used: 25, limit: 100 },
      clicks: { used, limit: 5000 },
      qrCodes: { used: 8 },
    };
    server.use(http.get(`${API}/dashboard/usage`, () => HttpResponse.json(usage)));
    await renderScreen(<HomeScreen />);
    const figures = `${used.toLocaleString('en-US')}/5,000 clicks this month`;
    expect(await within(card('Plan Usage')).findByText(figures)).toBeVisible();
    const banner = screen.queryByText(/clicks used this month\.|used all clicks of this month/);
    expect(banner?.textContent ?? null).toBe(said);
  });

  it('shows only the first two of the top links', async () => {
    await renderScreen(<HomeScreen />);
    const items = await within(card('Top Links')).findAllByRole('listitem');
    expect(items.map((item) => item.textContent)).toEqual(['/launch3,210 clicks', '/menu1,104 clicks']);
  });

  it('has no accessibility violations', async () => {
    server.use(totalClicks(NO_HOURS));
    await renderScreen(<HomeScreen />);
    await screen.findByText('12,480');
    await screen.findByText('Lisbon');
    await expectAccessible();
  });
});

describe('the home in its other states', () => {
  it('AC-174, AC-177: shows ... while figures load', async () => {
    let load = () => {};
    const loaded = new Promise<undefined>((resolve) => {
      load = () => resolve(undefined);
    });
    const late = () => loaded; // the next handler answers
    server.use(http.get(`${API}/dashboard/total-clicks`, late), http.get(`${API}/dashboard/top-links`, late));
    await renderScreen(<HomeScreen />);
    expect(within(card('Total Clicks')).getByText('...')).toBeVisible();
    expect(within(card('Top Links')).getByText('...')).toBeVisible();
    load();
    await waitFor(() => expect(screen.queryByText('...')).toBeNull());
  });

  it('AC-190: shows an error with a retry in the panels whose request fails', async () => {
    let calls = 0;
    server.use(
      http.get(`${API}/dashboard/total-clicks`, () => {
        calls += 1;
        return calls === 1
          ? problem(500, 'The clicks rest.')
          : HttpResponse.json(someTotalClicks({ totalClicks: 7, trend: 0, before: 7 }));
      }),
    );
    const { user } = await renderScreen(<HomeScreen />);
    expect(await within(card('Total Clicks')).findByText('The clicks rest.')).toBeVisible();
    expect(await screen.findByText('25/100 links')).toBeVisible();
    await user.click(within(card('Total Clicks')).getByRole('button', { name: 'Try again' }));
    expect(await within(card('Total Clicks')).findByText('7')).toBeVisible();
    expect(screen.getByText('+0%')).toBeVisible();
  });

  it.each([
    [{ trend: 12, before: 7 }, '+12%', 'vs previous 30 days'],
    [{ trend: -3, before: 7 }, '−3%', 'vs previous 30 days'],
    [{ trend: 100, before: 7 }, '+100%', 'vs previous 30 days'],
    [{ trend: 100, before: 0 }, 'new', 'no clicks in the previous 30 days'],
    [{ trend: 0, before: 0 }, '+0%', 'vs previous 30 days'],
    [{ trend: 0, before: null }, null, 'No trend: clicks are deleted before 60 days.'],
  ])('AC-172, AC-173: says what the trend %o compares with', async (told, badge, words) => {
    server.use(totalClicks({ totalClicks: 1_234_567, ...told }));
    await renderScreen(<HomeScreen />);
    expect(await within(card('Total Clicks')).findByText('1,234,567')).toBeVisible();
    expect(await within(card('Total Clicks')).findByText(words)).toBeVisible();
    const shown = within(card('Total Clicks')).queryByText(/^([+−]\d+%|new)$/);
    expect(shown?.textContent ?? null).toBe(badge);
    if (told.trend === 0 && shown) expect(shown).not.toHaveClass('ui-ok');
  });

  it('AC-175: labels each figure with its period and links to the same period', async () => {
    const point = (day: number) => ({ start: `2026-11-${day}T00:00:00Z`, clicks: day, uniques: 1 });
    server.use(
      totalClicks({
        timeseries: { granularity: 'day', previous: null, points: [point(10), point(11), point(12)] },
      }),
    );
    await renderScreen(<HomeScreen />);
    const total = within(card('Total Clicks'));
    expect(await total.findByText('33 in the last 30 days')).toBeVisible();
    expect(total.getByText('all time')).toBeVisible();
    expect(total.getByRole('link', { name: 'View details' })).toHaveAttribute(
      'href',
      '/dashboard/analytics?interval=30d',
    );
  });

  it('shows the onboarding in an empty workspace', async () => {
    server.use(
      totalClicks({ totalClicks: 0, trend: 0, before: 0, ...NO_HOURS }),
      http.get(`${API}/dashboard/top-links`, () => HttpResponse.json({ links: [] })),
      http.get(`${API}/clicks`, () => HttpResponse.json({ items: [], nextCursor: null, total: 0 })),
      http.get(`${API}/dashboard/usage`, () =>
        HttpResponse.json({
          plan: 'FREE',
          links: { used: 0, limit: 100 },
          clicks: { used: 0, limit: 5000 },
          qrCodes: { used: 0 },
        }),
      ),
    );
    await renderScreen(<HomeScreen />);
    expect(await screen.findByRole('progressbar', { name: 'First steps done' })).toHaveAttribute('aria-valuenow', '1');
    expect(screen.getByText('0/100 links')).toBeVisible();
    expect(screen.getByText('0 created')).toBeVisible();
    expect(screen.getByText(/No links yet/)).toBeVisible();
    await expectAccessible();
  });

  it('shows no meter for a plan without limits', async () => {
    server.use(
      http.get(`${API}/dashboard/usage`, () =>
        HttpResponse.json({
          plan: 'ENTERPRISE',
          links: { used: 1234, limit: null },
          clicks: { used: 0, limit: null },
          qrCodes: { used: 0 },
        }),
      ),
    );
    await renderScreen(<HomeScreen />);
    expect(await screen.findByText('1,234 links')).toBeVisible();
    expect(screen.queryByRole('progressbar', { name: 'Links used' })).toBeNull();
  });
});

describe('the shortener on the home', () => {
  it('creates the link, copies it and shows it', async () => {
    const bodies: unknown[] = [];
    server.use(
      http.post(`${API}/links`, async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json(aLink({ alias: 'frühling', shortUrl: 'http://localhost:8080/fr%C3%BChling' }), {
          status: 201,
        });
      }),
    );
    const { user } = await renderScreen(<HomeScreen />);
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await user.type(screen.getByRole('textbox', { name: 'Long URL' }), 'shop.example/linen');
    await user.type(screen.getByRole('textbox', { name: 'Alias' }), '/frühling{Enter}');
    expect(await screen.findByRole('link', { name: 'localhost:8080/frühling' })).toBeVisible();
    expect(bodies).toEqual([{ url: 'https://shop.example/linen', alias: 'frühling' }]);
    expect(copied).toHaveBeenCalledWith('http://localhost:8080/fr%C3%BChling');
    expect(screen.getByRole('textbox', { name: 'Long URL' })).toHaveValue('');
  });

  it('creates links on the last used domain if that is verified', async () => {
    const bodies: unknown[] = [];
    storeLastDomain('go.oatstreet.example');
    server.use(...linksOnTwoDomains(bodies));
    const { user } = await renderScreen(<HomeScreen />);
    await waitFor(() =>
      expect(screen.getByRole('combobox', { name: 'Domain' })).toHaveTextContent('go.oatstreet.example/'),
    );
    await user.type(screen.getByRole('textbox', { name: 'Long URL' }), 'https://shop.example{Enter}');
    await waitFor(() => expect(bodies).toEqual([{ url: 'https://shop.example', domain: 'go.oatstreet.example' }]));
  });

  it('starts on the workspace’s domain of new links, which it does not remember', async () => {
    const bodies: unknown[] = [];
    server.use(
      http.get(`${API}/workspaces/current`, () => HttpResponse.json(aWorkspace({ defaultDomainId: 'dom_1' }))),
      ...linksOnTwoDomains(bodies),
    );
    const { user } = await renderScreen(<HomeScreen />);
    const domain = await screen.findByRole('combobox', { name: 'Domain' });
    await waitFor(() => expect(domain).toHaveTextContent('go.oatstreet.example/'));
    const url = screen.getByRole('textbox', { name: 'Long URL' });
    await user.type(url, 'https://shop.example{Enter}');
    await waitFor(() => expect(url).toHaveValue(''));
    expect(lastDomain()).toBe('');
    await user.click(domain);
    await user.click(await screen.findByRole('option', { name: /localhost:8080/ }));
    await user.clear(url);
    await user.type(url, 'https://shop.example{Enter}');
    await waitFor(() =>
      expect(bodies).toEqual([
        { url: 'https://shop.example' },
        { url: 'https://shop.example', domain: 'localhost:8080' },
      ]),
    );
    expect(lastDomain()).toBe('localhost:8080');
  });

  it('creates links on the chosen domain and remembers it', async () => {
    const bodies: unknown[] = [];
    server.use(...linksOnTwoDomains(bodies));
    const { user } = await renderScreen(<HomeScreen />);
    await user.click(await screen.findByRole('combobox', { name: 'Domain' }));
    await user.click(await screen.findByRole('option', { name: /go.oatstreet.example/ }));
    await user.type(screen.getByRole('textbox', { name: 'Long URL' }), 'https://shop.example{Enter}');
    await waitFor(() => expect(bodies).toEqual([{ url: 'https://shop.example', domain: 'go.oatstreet.example' }]));
    expect(lastDomain()).toBe('go.oatstreet.example');
  });

  it('shows the error at the field and preserves the input', async () => {
    server.use(
      http.post(`${API}/links`, () => problem(409, 'Taken.', [{ field: 'alias', message: 'This alias is taken.' }])),
    );
    const { user } = await renderScreen(<HomeScreen />);
    await user.click(screen.getByRole('button', { name: /^Shorten/ }));
    expect(await screen.findByText('Enter the URL to shorten.')).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: 'Long URL' }), 'https://shop.example');
    await user.type(screen.getByRole('textbox', { name: 'Alias' }), 'launch{Enter}');
    expect(await screen.findByText('This alias is taken.')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Alias' })).toHaveFocus();
    expect(screen.getByRole('textbox', { name: 'Long URL' })).toHaveValue('https://shop.example');
  });

  it('links to the plans when the limit is reached', async () => {
    server.use(http.post(`${API}/links`, () => problem(402, 'The Free Plan holds 100 links.')));
    const { user } = await renderScreen(<HomeScreen />);
    await user.type(screen.getByRole('textbox', { name: 'Long URL' }), 'https://shop.example{Enter}');
    expect(await screen.findByText(/The Free Plan holds 100 links\./)).toBeVisible();
    expect(screen.getByRole('link', { name: 'View plans' })).toHaveAttribute('href', '/pricing');
  });

  it('shows a copy button when the clipboard is not available', async () => {
    server.use(http.post(`${API}/links`, () => HttpResponse.json(aLink(), { status: 201 })));
    const { user } = await renderScreen(<HomeScreen />);
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'));
    await user.type(screen.getByRole('textbox', { name: 'Long URL' }), 'https://shop.example{Enter}');
    expect(await screen.findByText(/created, redirects to/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Copy short link' }));
    expect(await findToast('Couldn’t copy. Select the text and copy it by hand.')).toBeVisible();
  });
});
