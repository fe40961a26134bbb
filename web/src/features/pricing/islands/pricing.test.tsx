import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { connection } from '@/shared/api/connection';
import { mountIslands } from '@/test/island';
import { server } from '@/test/server';
import { PricingPage } from '../pricing-page';
import { pricing } from './pricing';

type Package = { id: string; name: string; price?: string; features: string[]; isMostPopular: boolean };

function plan(name: string, price: string | undefined, extra: Partial<Package> = {}): Package {
  return { id: name.toLowerCase(), name, price, features: ['100 links'], isMostPopular: false, ...extra };
}

const MONTHLY = [
  plan('FREE', '$0'),
  plan('BASIC', '$9'),
  plan('PROFESSIONAL', '$19', { isMostPopular: true, features: ['10,000 links', '1 year of statistics'] }),
  plan('BUSINESS', ''),
  plan('ENTERPRISE', '$999'),
  plan('GALACTIC', '$5'),
];
const YEARLY = [plan('BASIC', '$91'), plan('PROFESSIONAL', '$192')];

const SORRY = "Sorry, we couldn't load the pricing information. Please try again later.";
const LOADING = 'Loading pricing options...';

function mount() {
  return mountIslands(<PricingPage />, { pricing });
}

/** Shows the pricing page with packages. Returns the requests for them. */
function show(packages: { enabled?: boolean; monthly: Package[]; yearly: Package[] }, ready?: Promise<void>) {
  const requests: Request[] = [];
  server.use(
    http.get('*/api/v1/packages', async ({ request }) => {
      requests.push(request);
      await ready;
      return HttpResponse.json(packages);
    }),
  );
  return { requests, user: mount() };
}

async function card(name: string): Promise<HTMLElement> {
  const article = (await screen.findByRole('heading', { name: new RegExp(`^${name}`) })).closest('article');
  if (!article) throw new Error(`There is no card ${name}.`);
  return article;
}

afterEach(() => vi.useRealTimers());

describe('pricing', () => {
  it('AC-51, AC-52, AC-57 to AC-59, AC-227: is monthly by default and switches to yearly without a request', async () => {
    const { requests, user } = show({ monthly: MONTHLY, yearly: YEARLY });
    expect(screen.getByRole('radio', { name: 'Monthly' })).toBeChecked();
    expect(await card('BASIC')).toHaveTextContent('$9/mo');
    await user.click(screen.getByText('Yearly (Save 16%)'));
    expect(await card('BASIC')).toHaveTextContent('$91/year');
    expect(screen.getAllByRole('article')).toHaveLength(2);
    await user.click(screen.getByText('Monthly'));
    expect(await card('BASIC')).toHaveTextContent('$9/mo');
    expect(requests.map(({ method, body }) => [method, body])).toEqual([['GET', null]]);
  });

  it('AC-53: shows a spinner and a text while loading', async () => {
    let load = () => {};
    show(
      { monthly: MONTHLY, yearly: YEARLY },
      new Promise((resolve) => {
        load = resolve;
      }),
    );
    onTestFinished(load);
    expect(screen.getByText(LOADING)).toBeVisible();
    expect(document.querySelector('.pricing-spinner')).toBeVisible();
    load();
    expect(await card('FREE')).toBeVisible();
    expect(screen.queryByText(LOADING)).toBeNull();
  });

  it('AC-54, AC-55, AC-205, AC-206: shows an error only after three retries, 1, 2 and 4 seconds apart', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const times: number[] = [];
    let passed = 0;
    server.use(
      http.get('*/api/v1/packages', () => {
        times.push(passed);
        return new HttpResponse(null, { status: 500 });
      }),
    );
    mount();
    while (!screen.queryByText(SORRY)) {
      expect(screen.getByText(LOADING)).toBeVisible();
      await vi.advanceTimersByTimeAsync(100);
      passed += 100;
    }
    const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(pauses.map((pause) => Math.round(pause / 1000))).toEqual([1, 2, 4]);
    expect(screen.getByRole('alert')).toHaveTextContent(SORRY);
  });

  it('loads the packages when the server can be reached again', async () => {
    server.use(
      http.get('*/healthz', () => HttpResponse.error()),
      http.get('*/api/v1/packages', () => HttpResponse.error()),
    );
    mount();
    expect(await screen.findByText(SORRY)).toBeVisible();
    server.use(
      http.get('*/healthz', () => new HttpResponse('ok')),
      http.get('*/api/v1/packages', () => HttpResponse.json({ monthly: MONTHLY, yearly: YEARLY })),
    );
    connection.retry();
    expect(await card('BASIC')).toBeVisible();
    expect(screen.queryByText(SORRY)).toBeNull();
  });

  it('AC-56: shows a message for each empty list', async () => {
    const { user } = show({ monthly: [], yearly: YEARLY });
    expect(await screen.findByText('No pricing packages available at the moment.')).toBeVisible();
    await user.click(screen.getByText('Yearly (Save 16%)'));
    expect(await card('BASIC')).toBeVisible();
    expect(screen.queryByText('No pricing packages available at the moment.')).toBeNull();
  });

  it('AC-60 to AC-62: shows Custom and no period for a package without a price', async () => {
    show({ monthly: MONTHLY, yearly: YEARLY });
    const price = async (name: string) => (await card(name)).querySelector('.pricing-price');
    expect(await price('BUSINESS')).toHaveTextContent(/^Custom$/);
    expect(await price('ENTERPRISE')).toHaveTextContent(/^Custom$/);
    // A custom package of the operator has a price.
    expect(await price('GALACTIC')).toHaveTextContent(/^\$5\/mo$/);
  });

  it('AC-64 to AC-69: shows name, text, features and action of each package', async () => {
    show({ monthly: MONTHLY, yearly: YEARLY });
    for (const [name, text, action] of [
      ['FREE', 'Perfect for trying out the product.', 'Sign Up'],
      ['BASIC', 'Great for individuals and freelancers.', 'Start Free Trial'],
      ['PROFESSIONAL', 'Ideal for creators and professionals.', 'Start Free Trial'],
      ['BUSINESS', 'Perfect for growing businesses and teams.', 'Start Free Trial'],
      ['ENTERPRISE', 'Tailored solutions for large organizations.', 'Contact Sales'],
      ['GALACTIC', 'Tailored solutions for large organizations.', 'Contact Sales'],
    ] as const) {
      const shown = within(await card(name));
      expect(shown.getByText(text)).toBeVisible();
      expect(shown.getByRole('link', { name: action })).toBeVisible();
    }
    const features = within(await card('PROFESSIONAL')).getAllByRole('listitem');
    expect(features.map(({ textContent }) => textContent)).toEqual(['10,000 links', '1 year of statistics']);
  });

  it('AC-70: marks one plan as most popular', async () => {
    show({ monthly: MONTHLY, yearly: YEARLY });
    expect(within(await card('PROFESSIONAL')).getByText('Most Popular')).toBeVisible();
    await waitFor(() => expect(screen.getAllByText('Most Popular')).toHaveLength(1));
  });

  it('compares the plans once they are loaded', async () => {
    show({ monthly: MONTHLY, yearly: YEARLY });
    expect(screen.queryByRole('heading', { name: 'Compare plans' })).toBeNull();
    const table = await screen.findByRole('table');
    const cells = (row: string) =>
      within(within(table).getByRole('row', { name: new RegExp(`^${row}`) }))
        .getAllByRole('cell')
        .map(({ textContent }) => textContent);
    expect(cells('Monthly price')).toEqual(['$0', '$9', '$19', 'Custom', 'Custom', '$5']);
    expect(cells('Yearly price')).toEqual(['–', '$91', '$192', '–', '–', '–']);
    expect(cells('Links')).toEqual(['100', '100', '10,000', '100', '100', '100']);
  });

  it('sells nothing on an install without plans', async () => {
    show({ enabled: false, monthly: [], yearly: [] });
    expect(await screen.findByText('Everything on this install is free, without limits.')).toBeVisible();
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.getByText(/Need a custom plan/)).not.toBeVisible();
    expect(screen.queryByRole('table')).toBeNull();
  });
});
