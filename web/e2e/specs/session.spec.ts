import type { APIRequestContext, Page } from '@playwright/test';
import { fields } from '../fixtures/auth-forms';
import { expect, signUp, store, stored, test } from '../fixtures/member';
import { waitForHydration } from '../fixtures/public-page';
import type { TestUser } from '../fixtures/user';

const HOME = 'Welcome to Your Linnet Dashboard';
const KEYS = ['linnet.device', 'linnet.token', 'linnet.user'];

const keys = async (page: Page) => Object.keys(await stored(page)).sort();

/** Logs in through the form and waits for the dashboard. */
async function enter(page: Page, person: TestUser): Promise<void> {
  await page.goto('/login');
  await waitForHydration(page);
  await fields(page).email.fill(person.email);
  await fields(page).password.fill(person.password);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: HOME })).toBeVisible();
}

async function isAlive(request: APIRequestContext, token: string | undefined): Promise<boolean> {
  const response = await request.get('/api/v1/me', { headers: { Authorization: `Bearer ${token}` } });
  return response.status() === 200;
}

test('AC-191 AC-197: only three localStorage keys and no cookie are set', async ({ page, context, member }) => {
  await page.goto('/');
  expect(await keys(page)).toEqual([]);
  await enter(page, member);
  for (const name of ['Links', 'Analytics', 'Account']) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  }
  await page.getByText('Dark', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await keys(page)).toEqual(KEYS);
  expect(await context.cookies()).toEqual([]);
});

test('AC-192 AC-197: the stored session is restored on start', async ({ page, member }) => {
  await page.goto('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login', exact: true })).toBeVisible();
  await store(page, member);
  await page.reload();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: HOME })).toBeVisible();
});

test.describe('a stored user that cannot be parsed', () => {
  test.use({ allowedConsole: [/Failed to parse stored user data/] });

  for (const path of ['/', '/dashboard']) {
    test(`AC-193: is removed with the token and logged on ${path}`, async ({ page }) => {
      const logged: string[] = [];
      page.on('console', (message) => logged.push(message.text()));
      await page.goto('/help');
      await page.evaluate(() => {
        localStorage.setItem('linnet.user', '{"email":');
        localStorage.setItem('linnet.token', 'some-token');
      });
      await page.goto(path);
      await expect.poll(() => keys(page)).toEqual([]);
      expect(logged).toContain('Failed to parse stored user data');
      if (path === '/') await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
      else await expect(page).toHaveURL('/login');
    });
  }
});

for (const way of ['the sidebar', 'the account menu'] as const) {
  test(`AC-194: logout by ${way} clears all three keys, ends the session and leads to login`, async ({
    page,
    request,
  }) => {
    await enter(page, await signUp(request));
    expect(await keys(page)).toEqual(KEYS);
    const token = (await stored(page))['linnet.token'];
    expect(await isAlive(request, token)).toBe(true);
    if (way === 'the sidebar') await page.getByRole('button', { name: 'Log Out', exact: true }).click();
    else {
      await page.getByRole('button', { name: 'Account menu' }).click();
      await page.getByRole('menuitem', { name: 'Log out', exact: true }).click();
    }
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
    expect(await keys(page)).toEqual([]);
    await expect.poll(() => isAlive(request, token)).toBe(false);
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Log Out' })).toHaveCount(0);
  });
}

test.describe('a session ended by the server', () => {
  test.use({ allowedConsole: [/401/] });

  test('AC-195 AC-17: clears token and user but not the device id, and login returns to the page', async ({
    page,
    request,
  }) => {
    const person = await signUp(request);
    await enter(page, person);
    const { 'linnet.device': device, 'linnet.token': token } = await stored(page);
    await request.post('/api/v1/auth/logout', { headers: { Authorization: `Bearer ${token}` } });
    await page.goto('/dashboard/account');
    await expect(page).toHaveURL('/login');
    expect(await stored(page)).toEqual({ 'linnet.device': device });
    await fields(page).email.fill(person.email);
    await fields(page).password.fill(person.password);
    await page.getByRole('button', { name: 'Log In', exact: true }).click();
    await expect(page).toHaveURL('/dashboard/account');
  });

  test('AC-196: also ends on a public page after a 401', async ({ page, member }) => {
    await page.route('**/api/v1/packages', (route) => route.fulfill({ status: 401, json: { message: 'ended' } }));
    await page.goto('/help');
    await store(page, member);
    for (const path of ['/', '/pricing']) {
      await store(page, member);
      await page.goto(path);
      await expect(page).toHaveURL('/login');
      await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
      expect(await keys(page)).toEqual([]);
    }
  });

  test('AC-196: does not block the pricing page', async ({ page }) => {
    await page.goto('/help');
    await page.evaluate(() => {
      localStorage.setItem('linnet.user', '{"email":"ada@example.com","firstName":"Ada","lastName":"L"}');
      localStorage.setItem('linnet.token', 'long-gone');
    });
    await page.goto('/pricing');
    await expect(page.locator('#pricing article')).toHaveCount(5);
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/login');
    expect(await keys(page)).toEqual([]);
  });
});

test('AC-198: the device id is created once, and again after logout', async ({ page, request }) => {
  const person = await signUp(request);
  const ids: (string | undefined)[] = [];
  page.on('request', (call) => {
    if (call.url().endsWith('/auth/login')) ids.push(call.headers()['x-device-id']);
  });
  await enter(page, person);
  const first = (await stored(page))['linnet.device'];
  expect(first).toMatch(/^[\da-f-]{36}$/);
  await page.evaluate(() => {
    localStorage.removeItem('linnet.user');
    localStorage.removeItem('linnet.token');
  });
  await enter(page, person);
  expect((await stored(page))['linnet.device']).toBe(first);
  await page.getByRole('button', { name: 'Log Out', exact: true }).click();
  await expect(page).toHaveURL('/login');
  await enter(page, person);
  const third = (await stored(page))['linnet.device'];
  expect(third).not.toBe(first);
  expect(ids).toEqual([first, first, third]);
});

test.describe('several tabs', () => {
  test('AC-194: logout in one tab logs out all tabs', async ({ page, context, request }) => {
    await enter(page, await signUp(request));
    const second = await context.newPage();
    await second.goto('/dashboard/links');
    await expect(second.getByRole('heading', { level: 1, name: 'Links' })).toBeVisible();
    const third = await context.newPage();
    await third.goto('/help');
    await expect(third.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toBeVisible();

    await page.getByRole('button', { name: 'Log Out', exact: true }).click();
    await expect(page).toHaveURL('/login');
    await expect(second).toHaveURL('/login');
    await expect(third.getByRole('banner').getByRole('link', { name: 'Login', exact: true })).toBeVisible();
    await expect(third).toHaveURL('/help');
    for (const tab of [page, second, third]) expect(await keys(tab)).toEqual([]);
  });

  test('login as another user switches every tab and clears cached data', async ({ page, context, request }) => {
    const first = await signUp(request);
    await logInOnce(page, first);
    const second = await context.newPage();
    await second.goto('/dashboard');
    await second.getByRole('button', { name: 'Account menu' }).click();
    await expect(second.getByRole('menu')).toContainText(first.email);
    await page.getByRole('button', { name: 'Log Out', exact: true }).click();
    await expect(second).toHaveURL('/login');
    const other = await signUp(request);
    await enter(page, other);
    await second.goto('/dashboard');
    await second.getByRole('button', { name: 'Account menu' }).click();
    await expect(second.getByRole('menu')).toContainText(other.email);
    await expect(second.getByText(first.email)).toHaveCount(0);
  });
});

/** Stores a session in the page as a login does. */
async function logInOnce(page: Page, person: TestUser): Promise<void> {
  await page.goto('/help');
  await store(page, person);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: HOME })).toBeVisible();
}
