import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from '../fixtures/axe';
import { publishPage } from '../fixtures/bio-pages';
import { expect, test } from '../fixtures/guards';
import { signUp } from '../fixtures/user';

const PLAYERS = 'https://www.youtube-nocookie.com';
const BLOCKS = [
  { type: 'link', title: 'See the menu', url: 'https://example.com/menu' },
  { type: 'heading', text: 'An unusually long heading about coffee, oats and breakfast' },
  { type: 'video', url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' },
  { type: 'music', url: 'https://open.spotify.com/album/4cOdK2wGLETKBW3PvgPWqT' },
  {
    type: 'social',
    items: ['instagram', 'tiktok', 'youtube', 'x', 'linkedin'].map((network) => ({
      network,
      url: 'https://example.com/',
    })),
  },
  { type: 'contact', email: 'an-unusually-long-address@departments.oatstreet.example', phone: '+44 20 1234 5678' },
  { type: 'form', title: 'Bean letter', button: 'Subscribe', consent: 'Oat Street may mail me.' },
  { type: 'faq', items: [{ question: 'Do you have oat milk?', answer: 'It is in the name.' }] },
  { type: 'product', title: 'Oat Street No. 4, 250 g', price: '12.90', currency: 'EUR', url: 'https://example.com/4' },
  { type: 'countdown', at: '2099-01-01T00:00:00Z', text: 'Winter menu' },
  { type: 'html', html: `<table><tr>${'<td>A wide table</td>'.repeat(6)}</tr></table>` },
  { type: 'group', title: 'Our cafés', blocks: [{ type: 'map', query: '12 Oat Street, Leeds' }, { type: 'divider' }] },
];

/** By how many pixels the page is wider than the window. */
const beyond = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

// Without scripts, browsers load lazy frames at once: nothing may depend on laziness.
test.use({ javaScriptEnabled: false, allowedOrigins: [PLAYERS] });

test('the player of a video is loaded once a visitor without scripts opens it', async ({ page, request, context }) => {
  const requests: string[] = [];
  await context.route(`${PLAYERS}/**`, (route) => {
    requests.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Player</title><p>Playing' });
  });
  const { url } = await publishPage(request, await signUp(request), { title: 'Oat Street', blocks: BLOCKS });
  await page.goto(url);
  await expect(page.getByRole('link', { name: 'Listen open.spotify.com' })).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);
  expect(requests).toEqual([]);
  await page.getByRole('link', { name: 'Watch youtube.com' }).click();
  await expect(page.getByRole('link', { name: 'Watch on YouTube' })).toBeInViewport();
  await expect(page.frameLocator('iframe[title="Watch on YouTube"]').getByText('Playing')).toBeVisible();
  expect(requests).toEqual([`${PLAYERS}/embed/dQw4w9WgXcQ`]);
  const box = await page.locator('iframe').boundingBox();
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(16 / 9, 1);
});

test('a page with a block of each kind fits into 320 px, and its player too', async ({ page, request, context }) => {
  await context.route(`${PLAYERS}/**`, (route) => route.fulfill({ contentType: 'text/html', body: 'Playing' }));
  const { url } = await publishPage(request, await signUp(request), { title: 'Oat Street', blocks: BLOCKS });
  await page.setViewportSize({ width: 320, height: 640 });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(url);
    expect(await beyond(page), colorScheme).toBe(0);
    await page.getByRole('link', { name: 'Watch youtube.com' }).click();
    await expect(page.locator('iframe')).toBeVisible();
    expect(await beyond(page), `${colorScheme}, with a player`).toBe(0);
  }
});

test.describe('with scripts', () => {
  test.use({ javaScriptEnabled: true });

  test('a page with an open player is accessible', async ({ page, request, context }) => {
    await context.route(`${PLAYERS}/**`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<!doctype html><html lang="en"><title>Player</title><p>Playing',
      }),
    );
    const { url } = await publishPage(request, await signUp(request), { title: 'Oat Street', blocks: BLOCKS });
    await page.goto(url);
    await page.getByRole('link', { name: 'Watch youtube.com' }).click();
    await expect(page.locator('iframe')).toBeVisible();
    await expectNoAxeViolations(page);
  });
});
