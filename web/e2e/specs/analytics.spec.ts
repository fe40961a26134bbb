import type { APIRequestContext, BrowserContext, Page } from '@playwright/test';
import { expectNoAxeViolations } from '../fixtures/axe';
import { expect, test } from '../fixtures/guards';
import { logIn, signUp, type TestUser } from '../fixtures/user';
import { createLink } from '../fixtures/visitors';

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const DESKTOP =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

async function click(request: APIRequestContext, shortUrl: string, agent: string, query = ''): Promise<void> {
  const response = await request.get(shortUrl + query, { maxRedirects: 0, headers: { 'User-Agent': agent } });
  expect(response.status()).toBe(302);
}

const clicks = (page: Page) => page.getByRole('button', { name: /^Clicks/, pressed: true });
const unique = (name: string) => `${name}-${Date.now()}`;

let person: TestUser;

test.beforeEach(async ({ page, request }) => {
  person = await signUp(request);
  await logIn(page, person);
});

test.describe('filters of the report', () => {
  // Two clicks from a desktop with UTM sources, one from a phone.
  test.beforeEach(async ({ page, request }) => {
    const first = await createLink(request, person, { url: 'https://example.com/1', alias: unique('one') });
    const second = await createLink(request, person, { url: 'https://example.com/2', alias: unique('two') });
    for (const query of ['?utm_source=news', '?utm_source=x']) await click(request, first.shortUrl, DESKTOP, query);
    await click(request, second.shortUrl, PHONE);
    await page.goto('/dashboard/analytics');
    await expect(clicks(page)).toHaveText(/^Clicks3/);
  });

  test('include an hour of the week that has clicks, but no empty one', async ({ page }) => {
    const slot = page.getByRole('gridcell', { name: /: 3 clicks, 100%/ });
    await slot.click();
    await expect(page).toHaveURL(/\?weekday=[1-7]&hour=\d/);
    await expect(slot).toHaveAttribute('aria-selected', 'true');
    await page.getByRole('gridcell', { disabled: true }).first().click({ force: true });
    await page.keyboard.press('Enter');
    await expect(slot).toHaveAttribute('aria-selected', 'true');
    await expect(clicks(page)).toHaveText(/^Clicks3/);
    await expect(page.getByText(/^\d\d:00–\d\d:00$/)).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL('/dashboard/analytics');
  });

  test('leave enough space between the hours of the week and their sums', async ({ page }) => {
    await page.locator('[role=gridcell][tabindex="0"]').focus();
    for (let day = 0; day < 6; day += 1) await page.keyboard.press('ArrowUp');
    for (const [key, hour] of Object.entries({ Home: '00', End: '23' })) {
      await page.keyboard.press(key);
      await expect(page.getByRole('gridcell', { name: `Monday ${hour}:00` })).toBeFocused();
      await expectNoAxeViolations(page);
    }
  });

  test('are set by a breakdown row and removed by the back button', async ({ page }) => {
    await page.getByRole('button', { name: /^Phone/ }).click();
    await expect(page).toHaveURL('/dashboard/analytics?device=mobile');
    await expect(clicks(page)).toHaveText(/^Clicks1/);
    await page.goBack();
    await expect(clicks(page)).toHaveText(/^Clicks3/);
  });

  test('exclude a value with Alt+Enter, are inverted and survive a reload', async ({ page }) => {
    await page.getByRole('button', { name: /^Phone/ }).focus();
    await page.keyboard.press('Alt+Enter');
    await expect(page).toHaveURL('/dashboard/analytics?device=-mobile');
    await expect(clicks(page)).toHaveText(/^Clicks2/);
    await page.getByRole('button', { name: 'Device is not: invert' }).click();
    await expect(clicks(page)).toHaveText(/^Clicks1/);
    await page.reload();
    await expect(clicks(page)).toHaveText(/^Clicks1/);
    await page.getByRole('button', { name: 'Remove filter: device is' }).click();
    await expect(clicks(page)).toHaveText(/^Clicks3/);
  });

  test('exclude several values selected in a dialog', async ({ page }) => {
    await page.getByRole('button', { name: 'UTM', exact: true }).click();
    await page.getByRole('menuitemradio', { name: 'UTM sources' }).click();
    const panel = page.getByRole('tabpanel', { name: 'UTM sources' });
    await expect(panel.getByRole('button', { name: /^news/ })).toBeVisible();
    await page.getByRole('button', { name: /^Select several utm sources/ }).click();
    const dialog = page.getByRole('dialog', { name: 'UTM sources' });
    await dialog.getByRole('checkbox', { name: 'news' }).check();
    await dialog.getByRole('checkbox', { name: 'x', exact: true }).check();
    await dialog.getByRole('radio', { name: 'Exclude' }).click();
    await expectNoAxeViolations(page, [390]);
    await page.setViewportSize({ width: 1280, height: 860 });
    await dialog.getByRole('button', { name: 'Filter by 2' }).click();
    await expect(page).toHaveURL(/utmSource=-news(,|%2C)-x/);
    await expect(clicks(page)).toHaveText(/^Clicks1/);
    await page.getByRole('button', { name: /^Remove filter/ }).click();
    await expect(clicks(page)).toHaveText(/^Clicks3/);
  });

  test('period and comparison are selected by key', async ({ page }) => {
    await page.keyboard.press('d');
    await expect(page).toHaveURL(/interval=today/);
    // A day that has just begun is charted by minutes.
    await expect(page.getByRole('slider', { name: /^Clicks per (minute|hour)/ })).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByRole('heading', { name: 'No clicks in this period' })).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('x');
    await expect(page).toHaveURL(/compare=off/);
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Last 91 days');
  });
});

test.describe('live clicks', () => {
  let link: { shortUrl: string };
  let streams: Page[];

  test.beforeEach(async ({ page, context, request }) => {
    link = await createLink(request, person, { url: 'https://example.com/', alias: unique('live') });
    await click(request, link.shortUrl, DESKTOP);
    streams = [];
    context.on('request', (call) => {
      if (new URL(call.url()).pathname.endsWith('/stream')) streams.push(call.frame().page());
    });
    await openReport(page);
  });

  async function openReport(tab: Page) {
    await tab.goto('/dashboard/analytics?interval=today');
    await expect(clicks(tab)).toHaveText(/^Clicks1/);
    await expect(tab.getByText('in the last minute')).toBeVisible();
  }

  async function openTab(context: BrowserContext): Promise<Page> {
    const tab = await context.newPage();
    await logIn(tab, person);
    return tab;
  }

  const feed = (tab: Page) => tab.getByRole('region', { name: 'Live clicks' });

  test('and jobs reach three tabs over one connection', async ({ page, context, request }) => {
    const other = await openTab(context);
    await openReport(other);
    const jobs = await openTab(context);
    await jobs.goto('/dashboard/settings/jobs');
    await expect(jobs.getByRole('heading', { name: 'Imports and exports' })).toBeVisible();
    const upload = await request.post('/api/v1/imports', {
      headers: { Authorization: `Bearer ${person.token}`, 'Content-Type': 'text/csv' },
      data: 'url\nhttps://example.com/imported\n',
    });
    expect(upload.status(), await upload.text()).toBe(201);
    await expect(jobs.getByText('1 created')).toBeVisible();
    await click(request, link.shortUrl, PHONE);
    await expect(clicks(page)).toHaveText(/^Clicks2/);
    await expect(clicks(other)).toHaveText(/^Clicks2/);
    await expect(feed(other).getByRole('listitem')).toHaveCount(2);
    expect(streams).toEqual([page]);
  });

  test('wait in the feed while the pointer is over it', async ({ page, request }) => {
    await feed(page).getByRole('listitem').first().hover();
    await click(request, link.shortUrl, PHONE);
    await expect(clicks(page)).toHaveText(/^Clicks2/);
    await expect(feed(page).getByRole('button', { name: '1 new' })).toBeVisible();
    await expect(feed(page).getByRole('listitem')).toHaveCount(1);
    await page.mouse.move(0, 0);
    await expect(feed(page).getByRole('listitem')).toHaveCount(2);
  });

  test('continue in another tab after the tab with the connection is closed', async ({ page, context, request }) => {
    const other = await openTab(context);
    await openReport(other);
    expect(streams).toEqual([page]);
    await page.close();
    await expect.poll(() => new Set(streams).has(other), { message: 'the other tab connects' }).toBe(true);
    await click(request, link.shortUrl, PHONE);
    await expect(clicks(other)).toHaveText(/^Clicks2/);
  });
});

test('one person who enters the password of a link is one click, and each outcome is one filter away', async ({
  page,
  request,
}) => {
  const { shortUrl } = await createLink(request, person, {
    url: 'https://example.com/secret',
    alias: unique('locked'),
    password: 'open sesame',
  });
  const headers = { 'User-Agent': DESKTOP };
  expect((await request.get(shortUrl, { headers })).status()).toBe(200);
  const opened = await request.post(shortUrl, { headers, form: { password: 'open sesame' }, maxRedirects: 0 });
  expect(opened.status()).toBe(303);
  await page.goto('/dashboard/analytics');
  await expect(clicks(page)).toHaveText(/^Clicks1/);
  const outcomes = page.getByRole('tabpanel', { name: 'Outcomes' });
  await expect(outcomes.getByRole('button', { name: /^Redirected/ })).toHaveText('Redirected150%');
  await outcomes.getByRole('button', { name: /^Password prompt/ }).click();
  await expect(page).toHaveURL('/dashboard/analytics?outcome=password');
  await expect(page.getByRole('button', { name: 'Change filter: outcome is' })).toHaveText('Password prompt');
  await expect(clicks(page)).toHaveText(/^Clicks1/);
  await expect(outcomes.getByRole('button')).toHaveCount(1);
  await expectNoAxeViolations(page);
});

test('the report bar shows every control at 390 px without horizontal scrolling', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 860 });
  await page.goto('/dashboard/analytics');
  const bar = page.getByRole('region', { name: 'Report settings' });
  const controls = [
    bar.getByRole('button', { name: 'Filter', exact: true }),
    bar.getByRole('switch', { name: 'Live' }),
    bar.getByRole('button', { name: 'Share' }),
    bar.getByRole('button', { name: 'Export' }),
  ];
  for (const control of controls) await expect(control).toBeInViewport({ ratio: 1 });
});
