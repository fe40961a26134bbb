import type { Page } from '@playwright/test';
import { fields } from '../fixtures/auth-forms';
import { expect, logIn, test } from '../fixtures/member';
import { waitForHydration } from '../fixtures/public-page';

const HOME = 'Welcome to Your Linnet Dashboard';

const AUTH_PAGES = [
  ['AC-9', '/signup', 'Create Your Linnet Account'],
  ['AC-10', '/signup-successful', 'Registration Successful!'],
  ['AC-11', '/login', 'Welcome Back'],
] as const;

for (const [item, path, heading] of AUTH_PAGES) {
  test(`${item}: ${path} opens by URL and after a reload without a session`, async ({ page }) => {
    expect((await page.goto(path))?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await waitForHydration(page);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page).toHaveURL(path);
  });
}

test('AC-12 AC-13: the dashboard and unknown paths below it show the home', async ({ page, member }) => {
  await logIn(page, member);
  for (const path of ['/dashboard', '/dashboard/no-such-screen', '/dashboard/a/b/c?x=1']) {
    expect((await page.goto(path))?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1, name: HOME })).toBeVisible();
    await expect(page.getByText('Oops! Page not found')).toHaveCount(0);
    await expect(page).toHaveURL(path);
  }
});

const SCREENS = {
  '/dashboard/links': 'Links',
  '/dashboard/analytics': 'Analytics',
  '/dashboard/account': 'Account',
  '/dashboard/help': 'Help',
  '/dashboard/settings': 'Settings',
};

test('AC-13: dashboard screens open by URL', async ({ page, member }) => {
  await logIn(page, member);
  for (const [path, heading] of Object.entries(SCREENS)) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
    await expect(page).toHaveTitle(`${heading} · Linnet`);
  }
});

test('AC-16: dashboard paths redirect to login without a session', async ({ page }) => {
  for (const path of ['/dashboard', '/dashboard/links', '/dashboard/no/such/screen', '/dashboard/settings?a=b#c']) {
    await page.goto(path);
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
  }
});

async function passLogin(page: Page, person: { email: string; password: string }) {
  await fields(page).email.fill(person.email);
  await fields(page).password.fill(person.password);
  await page.getByRole('button', { name: 'Log In' }).click();
}

test('AC-17 AC-157: login returns to the requested path, query and hash', async ({ page, member }) => {
  const wanted = '/dashboard/analytics?interval=7d#main';
  await page.goto(wanted);
  await expect(page).toHaveURL('/login');
  await passLogin(page, member);
  await expect(page).toHaveURL(wanted);
  await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible();
  await page.goBack();
  await expect(page, 'login is not in the way back').not.toHaveURL('/login');
});

test('AC-17: the requested path survives a reload of the login page', async ({ page, member }) => {
  await page.goto('/dashboard/account');
  await expect(page).toHaveURL('/login');
  await page.reload();
  await waitForHydration(page);
  await passLogin(page, member);
  await expect(page).toHaveURL('/dashboard/account');
});

test('AC-18: login leads to the dashboard when no path was requested', async ({ page, member }) => {
  await page.goto('/login');
  await waitForHydration(page);
  await passLogin(page, member);
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: HOME })).toBeVisible();
});

test('AC-19: only Loading... is shown while the session is read', async ({ page, member }) => {
  await logIn(page, member);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/vendor-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/dashboard', { waitUntil: 'commit' });
  await expect(page.locator('body')).toHaveText(/^\s*Loading\.\.\.\s*$/, { useInnerText: true });
  release();
  await expect(page.getByRole('heading', { level: 1, name: HOME })).toBeVisible();
  await expect(page.getByText('Loading...', { exact: true })).toHaveCount(0);
});

/** Records every frame in which any of the texts is visible, from the first frame on. */
async function watchFor(page: Page, texts: string[]): Promise<() => Promise<string[]>> {
  await page.addInitScript((wanted) => {
    const seen: string[] = [];
    Object.assign(window, { seenTexts: seen });
    const look = () => {
      // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is in textContent too, and may be there.
      const shown = document.body?.innerText ?? '';
      for (const text of wanted) if (shown.includes(text)) seen.push(text);
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
    const frame = () => {
      look();
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }, texts);
  return () => page.evaluate(() => (window as unknown as { seenTexts: string[] }).seenTexts);
}

test('AC-20: a visitor never sees the dashboard', async ({ page }) => {
  const seen = await watchFor(page, ['Log Out', 'Notifications', 'New link', HOME]);
  await page.goto('/dashboard/links');
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
  expect(await seen()).toEqual([]);
});

test('AC-20: a signed-in user never sees the login page', async ({ page, member }) => {
  await logIn(page, member);
  const seen = await watchFor(page, ['Welcome Back', 'Forgot password?']);
  await page.goto('/dashboard/account');
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
  expect(await seen()).toEqual([]);
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1, name: HOME })).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  expect(await seen()).toEqual([]);
});

test.describe('unknown paths', () => {
  test.use({ allowedConsole: [/404/] });

  test('AC-14 AC-21: show the not-found page, signed in or not', async ({ page, member }) => {
    for (const path of ['/dashboards', '/login/again', '/x', '/a%20b?c=d']) {
      expect((await page.goto(path))?.status(), path).toBe(404);
      await expect(page.getByRole('heading', { name: '404' })).toBeAttached();
      await expect(page.getByText('Oops! Page not found', { exact: true })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Return to Home', exact: true })).toHaveAttribute('href', '/');
    }
    await logIn(page, member);
    expect((await page.goto('/dashboards'))?.status()).toBe(404);
    await expect(page.getByText('Oops! Page not found', { exact: true })).toBeVisible();
  });
});

test.describe('a screen that fails to load', () => {
  test.use({ allowedConsole: [/broken build|ChunkLoadError/] });

  test('AC-24: shows the error view inside the dashboard without a stack trace', async ({ page, member }) => {
    await logIn(page, member);
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1, name: HOME })).toBeVisible();
    await page.route('**/assets/*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("broken build")' }),
    );
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
    await expect(page.getByText('Unexpected Application Error!')).toBeVisible();
    await expect(page.getByText(/broken build|\.js:\d+/)).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
    await page.unroute('**/assets/*.js');
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  });
});
