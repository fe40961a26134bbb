import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, onTestFinished } from 'vitest';
import { renderScreen } from '@/test/render';
import { server } from '@/test/server';
import { PricingSection } from './pricing-section';

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

/** Renders the section with packages. Returns the requests for them. */
async function show(packages: { monthly: Package[]; yearly: Package[] }, ready?: Promise<void>) {
  const requests: Request[] = [];
  server.use(
    http.get('*/api/v1/packages', async ({ request }) => {
      requests.push(request);
      await ready;
      return HttpResponse.json(packages);
    }),
  );
  return { requests, ...(await renderScreen(<PricingSection />)) };
}

async function card(name: string): Promise<HTMLElement> {
  const article = (await screen.findByRole('heading', { name: new RegExp(`^${name}`) })).closest('article');
  if (!article) throw new Error(`There is no card ${name}.`);
  return article;
}

describe('pricing', () => {
  it('AC-51, AC-52, AC-57 to AC-59, AC-227: is monthly by default and switches to yearly without a request', async () => {
    const { requests, user } = await show({ monthly: MONTHLY, yearly: YEARLY });
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
    const { container } = await show(
      { monthly: MONTHLY, yearly: YEARLY },
      new Promise((resolve) => {
        load = resolve;
      }),
    );
    onTestFinished(load);
    expect(screen.getByText('Loading pricing options...')).toBeVisible();
    expect(container.querySelector('.pricing-spinner')).toBeVisible();
    load();
    expect(await card('FREE')).toBeVisible();
    expect(screen.queryByText('Loading pricing options...')).toBeNull();
  });

  it('AC-56: shows a message for each empty list', async () => {
    const { user } = await show({ monthly: [], yearly: YEARLY });
    expect(await screen.findByText('No pricing packages available at the moment.')).toBeVisible();
    await user.click(screen.getByText('Yearly (Save 16%)'));
    expect(await card('BASIC')).toBeVisible();
    expect(screen.queryByText('No pricing packages available at the moment.')).toBeNull();
  });

  it('AC-60 to AC-62: shows Custom and no period for a package without a price', async () => {
    await show({ monthly: MONTHLY, yearly: YEARLY });
    const price = async (name: string) => (await card(name)).querySelector('.pricing-price');
    expect(await price('BUSINESS')).toHaveTextContent(/^Custom$/);
    expect(await price('ENTERPRISE')).toHaveTextContent(/^Custom$/);
    // A custom package of the operator has a price.
    expect(await price('GALACTIC')).toHaveTextContent(/^\$5\/mo$/);
  });

  it('AC-64 to AC-69: shows name, text, features and action of each package', async () => {
    await show({ monthly: MONTHLY, yearly: YEARLY });
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
    await show({ monthly: MONTHLY, yearly: YEARLY });
    expect(within(await card('PROFESSIONAL')).getByText('Most Popular')).toBeVisible();
    await waitFor(() => expect(screen.getAllByText('Most Popular')).toHaveLength(1));
  });
});
