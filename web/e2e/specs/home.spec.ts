import { expect, test } from '../fixtures/guards';
import { logIn, signUp, type TestUser } from '../fixtures/user';
import { createLink, startDestination, visit } from '../fixtures/visitors';
import { scaled } from '../pace/pace';

const API = '**/api/v1';
let person: TestUser;

test.beforeEach(async ({ page, request }) => {
  person = await signUp(request);
  await logIn(page, person);
});

const card = (page: import('@playwright/test').Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name }) });

test('AC-171 AC-182 AC-183 AC-185 the home shows its heading, quick actions and help links', async ({ page }) => {
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to Your Linnet Dashboard');
  await expect(page.getByText('Create your first link to get started.')).toBeVisible();
  const actions = page.getByRole('navigation', { name: 'Quick Actions' });
  for (const name of ['Shorten a Link', 'Create a QR Code', 'View Analytics']) {
    await expect(actions.getByRole('link', { name })).toBeVisible();
  }
  await expect(page.getByRole('heading', { name: 'Maximize Your Impact' })).toBeVisible();
  for (const name of ['Track Every Click', 'Optimize Campaigns', 'Grow Your Audience']) {
    await expect(page.getByRole('heading', { name })).toBeVisible();
  }
  await expect(page.getByRole('heading', { name: 'Need help?' })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Help Center' })).toHaveAttribute('href', '/help');
  await expect(main.getByRole('link', { name: 'Contact Support' })).toHaveAttribute('href', '/contact');
});

test('AC-176 AC-178 AC-187 the top links card shows two links and a link to all', async ({ page, request }) => {
  const created = await Promise.all(
    ['a', 'b', 'c'].map((_, n) => createLink(request, person, { url: `https://example.com/${n}` })),
  );
  for (const [n, link] of created.entries()) {
    for (let clicks = 0; clicks < n; clicks += 1) await visit(request, link.shortUrl);
  }
  const [none, once, twice] = created as [(typeof created)[0], (typeof created)[0], (typeof created)[0]];
  const items = card(page, 'Top Links').getByRole('listitem');
  // A visible list is not reordered, so the clicks must be counted before the page loads.
  await expect(async () => {
    await page.goto('/dashboard');
    await expect(items).toHaveCount(2);
    await expect(items.nth(0)).toContainText(`/${twice.alias}`, { timeout: scaled(1_000) });
    await expect(items.nth(0)).toContainText('2 clicks', { timeout: scaled(1_000) });
  }).toPass();
  await expect(items.nth(1)).toContainText(`/${once.alias}`);
  await expect(card(page, 'Top Links')).not.toContainText(none.alias);
  await card(page, 'Top Links').getByRole('link', { name: 'View all' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Links' })).toBeVisible();
});

test('AC-179 AC-180 AC-181 AC-226 plan usage and QR code count are those of the workspace', async ({
  page,
  request,
}) => {
  await createLink(request, person, { url: 'https://example.com/' });
  await page.goto('/dashboard');
  const plan = card(page, 'Plan Usage');
  await expect(plan.getByText('Free Plan')).toBeVisible();
  await expect(plan.getByText('1/100 links')).toBeVisible();
  const track = plan.getByRole('progressbar', { name: 'Links used' });
  await expect(track).toHaveAttribute('aria-valuenow', '1');
  await expect(track).toHaveAttribute('aria-valuemax', '100');
  await expect(plan.getByRole('link', { name: 'Upgrade' })).toHaveAttribute('href', '/pricing');
  await expect(card(page, 'QR Codes').getByText('0 created')).toBeVisible();
  await expect(card(page, 'QR Codes').getByRole('link', { name: 'View all' })).toBeVisible();
});

test('AC-184 AC-186 AC-188 AC-189 tips and tricks come from the server and may be empty', async ({ page, request }) => {
  const headers = { Authorization: `Bearer ${person.token}` };
  const { tips } = await (await request.get('/api/v1/dashboard/tips', { headers })).json();
  const { tricks } = await (await request.get('/api/v1/dashboard/tricks', { headers })).json();
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: tips[0].title })).toBeVisible();
  await expect(page.getByText(tips[0].description)).toBeVisible();
  await expect(page.getByText(tricks[0], { exact: true })).toBeVisible();

  await page.route(`${API}/dashboard/tips`, (route) => route.fulfill({ json: { tips: [] } }));
  await page.route(`${API}/dashboard/tricks`, (route) => route.fulfill({ json: { tricks: [] } }));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Tips & Tricks' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Need help?' })).toBeVisible();
});

test('AC-221 the home shortens a URL and copies the short link', async ({ page, context, request }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const away = await startDestination();
  await page.goto('/dashboard');
  await page.getByRole('textbox', { name: 'Long URL' }).fill(away.url);
  await page.getByRole('textbox', { name: 'Alias' }).fill(`walk-${Date.now()}`);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^copied, redirects to/)).toBeVisible();
  const shortUrl = await page.evaluate(() => navigator.clipboard.readText());
  expect(shortUrl).toMatch(/\/walk-\d+$/);
  expect(await visit(request, shortUrl)).toBe(away.url);
  away.close();
});

test('AC-221 the home shows a click as it happens', async ({ page, request }) => {
  const { shortUrl } = await createLink(request, person, { url: 'https://example.com/', alias: `walk-${Date.now()}` });
  await page.goto('/dashboard');
  const total = card(page, 'Total Clicks');
  await expect(total.getByText('0', { exact: true })).toBeVisible();
  await expect(page.getByText('in the last minute')).toBeVisible();
  await visit(request, shortUrl);
  const feed = page.getByRole('region', { name: 'Live clicks' });
  await expect(feed.getByRole('link', { name: `/${shortUrl.split('/').at(-1)}` })).toBeVisible();
  await expect(total.getByText('1', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Most clicks:/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'First steps' })).toHaveCount(0);
});

test('AC-222 the hours of the week are a grid with arrow key navigation', async ({ page, request }) => {
  const link = await createLink(request, person, { url: 'https://example.com/' });
  await visit(request, link.shortUrl);
  await page.goto('/dashboard');
  const best = page.locator('[role=gridcell].chart-best');
  await expect(best).toHaveAccessibleName(/: 1 click, 100%$/);
  await best.focus();
  await page.keyboard.press('Home');
  await expect(page.locator(':focus')).toHaveAccessibleName(/day 00:00: /);
});
