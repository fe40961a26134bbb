import type { Page } from '@playwright/test';
import { installClock } from '../fixtures/clock';
import { expect, test } from '../fixtures/guards';
import { scaled } from '../pace/pace';

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

test.describe('server errors', () => {
  test.use({ allowedConsole: [/Failed to load resource/] });

  test('AC-54 AC-55 AC-205 AC-206: are shown after three retries, 1, 2 and 4 seconds apart', async ({ page }) => {
    const clock = await installClock(page);
    const times: number[] = [];
    const sorry = page.getByText("Sorry, we couldn't load the pricing information. Please try again later.");
    await page.route('**/api/v1/packages', async (route) => {
      times.push(await page.evaluate(() => Date.now()));
      expect(await sorry.isVisible()).toBe(false);
      await route.fulfill({ status: 500, json: { message: 'down' } });
    });
    await page.goto('/pricing');
    await expect(page.getByText('Loading pricing options...')).toBeVisible();
    await clock.stop();
    await expect
      .poll(
        async () => {
          await clock.run(100);
          return sorry.isVisible();
        },
        { intervals: [10], timeout: scaled(20_000) },
      )
      .toBe(true);
    const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(pauses).toHaveLength(3);
    for (const [index, least] of [1_000, 2_000, 4_000].entries()) expect(pauses[index]).toBeGreaterThanOrEqual(least);
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

test('AC-63: cards are in three columns from 768 px and one below', async ({ page }) => {
  const monthly = Array.from({ length: 6 }, (_, n) => ({
    id: `plan-${n}`,
    name: `PLAN ${n}`,
    price: '$9',
    features: ['100 links'],
    isMostPopular: false,
  }));
  await page.route('**/api/v1/packages', (route) => route.fulfill({ json: { monthly, yearly: [] } }));
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

test('AC-71 AC-72 AC-73: plans lead to sales or to sign-up, and the comparison shows every limit', async ({ page }) => {
  await page.goto('/pricing');
  await expect(card(page, 'ENTERPRISE').getByRole('link', { name: 'Contact Sales' })).toHaveAttribute(
    'href',
    'mailto:sales@example.com?subject=Enterprise%20Pricing%20Inquiry',
  );
  await expect(page.getByRole('link', { name: 'Need a custom plan? Contact our sales team' })).toHaveAttribute(
    'href',
    'mailto:sales@example.com',
  );

  const table = page.getByRole('region', { name: 'Comparison of the plans' });
  await expect(table.getByRole('columnheader')).toHaveText(['FREE', 'BASIC', 'PROFESSIONAL', 'BUSINESS', 'ENTERPRISE']);
  const cellsOf = (row: RegExp) => table.getByRole('row').filter({ hasText: row }).getByRole('cell');
  await expect(cellsOf(/^Yearly price/).nth(1)).toHaveText('$91');
  await expect(cellsOf(/^Links/).first()).toHaveText('100');

  for (const name of ['FREE', 'BASIC', 'PROFESSIONAL', 'BUSINESS']) {
    await expect(card(page, name).getByRole('link')).toHaveAttribute('href', `/signup?plan=${name}`);
  }
  await card(page, 'BASIC').getByRole('link').click();
  await expect(page).toHaveURL('/signup?plan=BASIC');
});
