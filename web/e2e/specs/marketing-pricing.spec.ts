import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/guards';
import { scaled } from '../pace/pace';

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

async function offer(page: Page, packages: { monthly: Package[]; yearly: Package[] }): Promise<() => number> {
  let calls = 0;
  await page.route('**/api/v1/packages', async (route) => {
    calls += 1;
    expect(route.request().method()).toBe('GET');
    expect(route.request().postData()).toBeNull();
    await route.fulfill({ json: packages });
  });
  return () => calls;
}

const card = (page: Page, name: string) =>
  page.locator('#pricing article').filter({ has: page.getByRole('heading', { name: new RegExp(`^${name}`) }) });

test('AC-3 AC-46 AC-50: both pages show the server’s packages', async ({ page }) => {
  for (const path of ['/', '/pricing']) {
    const response = page.waitForResponse('**/api/v1/packages');
    await page.goto(path);
    expect((await response).status()).toBe(200);
    await expect(page.locator('#pricing article')).toHaveCount(5);
  }
});

test('AC-51 AC-52 AC-57 AC-58 AC-59 AC-227: prices are monthly by default and switch to yearly without a request', async ({
  page,
}) => {
  const calls = await offer(page, { monthly: MONTHLY, yearly: YEARLY });
  await page.goto('/pricing');
  await expect(page.getByRole('radio', { name: 'Monthly' })).toBeChecked();
  await expect(card(page, 'BASIC')).toContainText('$9/mo');
  await page.getByText('Yearly (Save 16%)', { exact: true }).click();
  await expect(card(page, 'BASIC')).toContainText('$91/year');
  await expect(page.locator('#pricing article')).toHaveCount(2);
  await page.getByText('Monthly', { exact: true }).click();
  await expect(card(page, 'BASIC')).toContainText('$9/mo');
  expect(calls()).toBe(1);
});

test('AC-53: a spinner and a text are shown while loading', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/v1/packages', async (route) => {
    await held;
    await route.fulfill({ json: { monthly: MONTHLY, yearly: YEARLY } });
  });
  await page.goto('/pricing');
  await expect(page.getByText('Loading pricing options...')).toBeVisible();
  await expect(page.locator('#pricing .pricing-spinner')).toBeVisible();
  release();
  await expect(card(page, 'FREE')).toBeVisible();
  await expect(page.getByText('Loading pricing options...')).toBeHidden();
});

test.describe('server errors', () => {
  test.use({ allowedConsole: [/Failed to load resource/] });

  test('AC-54 AC-55 AC-205 AC-206: are shown after three retries, 1, 2 and 4 seconds apart', async ({ page }) => {
    const times: number[] = [];
    const sorry = page.getByText("Sorry, we couldn't load the pricing information. Please try again later.");
    await page.route('**/api/v1/packages', async (route) => {
      times.push(Date.now());
      expect(await sorry.isVisible()).toBe(false);
      await route.fulfill({ status: 500, json: { message: 'down' } });
    });
    await page.goto('/pricing');
    await expect(page.getByText('Loading pricing options...')).toBeVisible();
    await expect(sorry).toBeVisible({ timeout: scaled(12_000) });
    const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(pauses).toHaveLength(3);
    for (const [index, least] of [1_000, 2_000, 4_000].entries())
      expect(pauses[index]).toBeGreaterThanOrEqual(least - 20);
    const [red = 0, green = 0, blue = 0] = await sorry.evaluate((element) => {
      const canvas = document.createElement('canvas').getContext('2d');
      if (!canvas) return [];
      canvas.fillStyle = getComputedStyle(element).color;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data];
    });
    expect(red).toBeGreaterThan(green + 80);
    expect(red).toBeGreaterThan(blue + 80);
  });
});

test('AC-56: each empty list shows its own message', async ({ page }) => {
  await offer(page, { monthly: [], yearly: YEARLY });
  await page.goto('/pricing');
  await expect(page.getByText('No pricing packages available at the moment.')).toBeVisible();
  await page.getByText('Yearly (Save 16%)', { exact: true }).click();
  await expect(card(page, 'BASIC')).toBeVisible();
  await expect(page.getByText('No pricing packages available at the moment.')).toBeHidden();
});

test('AC-60 AC-61 AC-62: a package without a price shows Custom and no period', async ({ page }) => {
  await offer(page, { monthly: MONTHLY, yearly: YEARLY });
  await page.goto('/pricing');
  for (const name of ['BUSINESS', 'ENTERPRISE']) {
    await expect(card(page, name).locator('.pricing-price')).toHaveText('Custom');
  }
  // A custom package of the operator has a price.
  await expect(card(page, 'GALACTIC').locator('.pricing-price')).toHaveText('$5/mo');
});

test('AC-63: cards are in three columns from 768 px and one below', async ({ page }) => {
  await offer(page, { monthly: MONTHLY, yearly: YEARLY });
  await page.goto('/pricing');
  await expect(page.locator('#pricing article')).toHaveCount(6);
  const inFirstRow = () =>
    page.locator('#pricing article').evaluateAll((cards) => {
      const tops = cards.map((element) => Math.round(element.getBoundingClientRect().top));
      return tops.filter((top) => top === tops[0]).length;
    });
  for (const [width, columns] of [
    [1280, 3],
    [768, 3],
    [767, 1],
    [390, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(inFirstRow, `columns at ${width}`).toBe(columns);
  }
});

test('AC-64 AC-65 AC-66 AC-67 AC-68 AC-69: each card shows name, price, features and action', async ({ page }) => {
  await offer(page, { monthly: MONTHLY, yearly: YEARLY });
  await page.goto('/pricing');
  const wanted = [
    ['FREE', 'Perfect for trying out the product.', 'Sign Up'],
    ['BASIC', 'Great for individuals and freelancers.', 'Start Free Trial'],
    ['PROFESSIONAL', 'Ideal for creators and professionals.', 'Start Free Trial'],
    ['BUSINESS', 'Perfect for growing businesses and teams.', 'Start Free Trial'],
    ['ENTERPRISE', 'Tailored solutions for large organizations.', 'Contact Sales'],
    ['GALACTIC', 'Tailored solutions for large organizations.', 'Contact Sales'],
  ] as const;
  for (const [name, text, action] of wanted) {
    await expect(card(page, name).getByText(text, { exact: true })).toBeVisible();
    await expect(card(page, name).getByRole('link', { name: action, exact: true })).toBeVisible();
  }
  await expect(card(page, 'PROFESSIONAL').getByRole('listitem')).toHaveText(['10,000 links', '1 year of statistics']);
});

test('AC-70: one plan is marked as most popular', async ({ page }) => {
  await offer(page, { monthly: MONTHLY, yearly: YEARLY });
  await page.goto('/pricing');
  await expect(card(page, 'PROFESSIONAL').getByText('Most Popular')).toBeVisible();
  await expect(page.getByText('Most Popular')).toHaveCount(1);
});

test('AC-71 AC-73: the sales button opens an email', async ({ page }) => {
  await page.goto('/pricing');
  await expect(card(page, 'ENTERPRISE').getByRole('link', { name: 'Contact Sales' })).toHaveAttribute(
    'href',
    'mailto:sales@example.com?subject=Enterprise%20Pricing%20Inquiry',
  );
  await expect(page.getByRole('link', { name: 'Need a custom plan? Contact our sales team' })).toHaveAttribute(
    'href',
    'mailto:sales@example.com',
  );
});

test('AC-72: the other plans link to sign-up with their name', async ({ page }) => {
  await page.goto('/pricing');
  for (const name of ['FREE', 'BASIC', 'PROFESSIONAL', 'BUSINESS']) {
    await expect(card(page, name).getByRole('link')).toHaveAttribute('href', `/signup?plan=${name}`);
  }
  await card(page, 'BASIC').getByRole('link').click();
  await expect(page).toHaveURL('/signup?plan=BASIC');
});

test('the comparison shows both periods and every limit', async ({ page }) => {
  await page.goto('/pricing');
  const table = page.getByRole('region', { name: 'Comparison of the plans' });
  await expect(table.getByRole('columnheader')).toHaveText(['FREE', 'BASIC', 'PROFESSIONAL', 'BUSINESS', 'ENTERPRISE']);
  await expect(
    table
      .getByRole('row')
      .filter({ hasText: /^Yearly price/ })
      .getByRole('cell')
      .nth(1),
  ).toHaveText('$91');
  await expect(
    table
      .getByRole('row')
      .filter({ hasText: /^Links/ })
      .getByRole('cell')
      .first(),
  ).toHaveText('100');
});
