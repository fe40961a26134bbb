import type { Page, Request } from '@playwright/test';
import { fields, toastOf } from '../fixtures/auth-forms';
import { installClock } from '../fixtures/clock';
import { expect, logIn, stored, test } from '../fixtures/member';
import { waitForHydration } from '../fixtures/public-page';
import { scaled } from '../pace/pace';

const LOGIN = '**/api/v1/auth/login';
const TOTAL = '**/api/v1/dashboard/total-clicks';
const HOME = 'Welcome to Your Linnet Dashboard';

/** Requests that received a response. For requests aborted by navigation, the browser does not report all headers. */
function apiCalls(page: Page): Request[] {
  const calls: Request[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/api/')) calls.push(response.request());
  });
  return calls;
}

test('AC-199 AC-200 AC-204: every request carries the token, cookies and a unique request id', async ({
  page,
  context,
  member,
  baseURL,
}) => {
  await context.addCookies([{ name: 'proxy', value: 'pass', url: baseURL }]);
  const visitor = apiCalls(page);
  await page.goto('/pricing');
  await expect(page.locator('#pricing article').first()).toBeVisible();
  expect(visitor.length).toBeGreaterThan(0);
  for (const call of visitor) {
    const headers = await call.allHeaders();
    expect(headers.authorization, call.url()).toBeUndefined();
    expect(headers.cookie, call.url()).toContain('proxy=pass');
  }

  await logIn(page, member);
  const calls = apiCalls(page);
  const wanted = {
    '/dashboard': ['dashboard/total-clicks', 'dashboard/top-links', 'dashboard/tips', 'dashboard/tricks', 'stream'],
    '/dashboard/links': ['links'],
    '/dashboard/account': ['me', 'me/sessions'],
    '/pricing': ['packages'],
  };
  for (const [path, ends] of Object.entries(wanted)) {
    await page.goto(path);
    await expect
      .poll(() => calls.map((call) => new URL(call.url()).pathname))
      .toEqual(expect.arrayContaining(ends.map((end) => `/api/v1/${end}`)));
  }
  const ids = new Set<string>();
  for (const call of calls) {
    const headers = await call.allHeaders();
    expect(headers.authorization, call.url()).toBe(`Bearer ${member.token}`);
    expect(headers.cookie, call.url()).toContain('proxy=pass');
    expect(headers['x-request-id'], call.url()).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    ids.add(headers['x-request-id'] ?? '');
  }
  expect(ids.size).toBe(calls.length);
});

async function submitLogin(page: Page, { email, password }: { email: string; password: string }): Promise<Request> {
  await fields(page).email.fill(email);
  await fields(page).password.fill(password);
  const call = page.waitForRequest(LOGIN);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  return call;
}

test('AC-203: login sends device headers that scripts may set', async ({ page, context, member, baseURL }) => {
  await context.addCookies([
    { name: '_fbp', value: 'fb.1.1700000000000.123', url: baseURL },
    { name: '_fbc', value: 'fb.1.1700000000000.click', url: baseURL },
  ]);
  await page.goto('/login');
  await waitForHydration(page);
  const headers = await (await submitLogin(page, member)).allHeaders();
  await expect(page).toHaveURL('/dashboard');
  const facts = await page.evaluate(() => ({
    'x-language': navigator.language,
    'x-platform': navigator.platform,
    'x-screen-size': `${screen.width}x${screen.height}`,
    'x-color-depth': String(screen.colorDepth),
    'x-cpu-count': String(navigator.hardwareConcurrency),
    'x-device-memory': String((navigator as Navigator & { deviceMemory?: number }).deviceMemory),
    'x-browser-user-agent': navigator.userAgent,
  }));
  expect(headers).toMatchObject({
    ...facts,
    'x-device-id': (await stored(page))['linnet.device'],
    'x-do-not-track': '0',
    'x-time-zone': 'UTC',
    'x-ad-browser-id': 'fb.1.1700000000000.123',
    'x-ad-click-id': 'fb.1.1700000000000.click',
  });
  expect(Math.abs(Date.parse(headers['x-request-time'] ?? '') - Date.now())).toBeLessThan(60_000);
  expect(headers['x-request-id']).not.toBe('');
});

test('AC-203 AC-204: login omits missing device data and respects Do Not Track', async ({
  page,
  context,
  member,
  baseURL,
}) => {
  await context.addCookies([{ name: '_fbp', value: 'fb.1.1700000000000.123', url: baseURL }]);
  await page.addInitScript(() => {
    for (const name of ['deviceMemory', 'hardwareConcurrency', 'platform']) {
      Object.defineProperty(Navigator.prototype, name, { get: () => undefined });
    }
    Object.defineProperty(Navigator.prototype, 'doNotTrack', { get: () => '1' });
    Object.defineProperty(window.crypto, 'randomUUID', { value: undefined });
  });
  await page.goto('/login');
  await waitForHydration(page);
  const headers = await (await submitLogin(page, member)).allHeaders();
  await expect(page).toHaveURL('/dashboard');
  expect(headers['x-do-not-track']).toBe('1');
  for (const name of ['x-device-memory', 'x-cpu-count', 'x-platform', 'x-ad-browser-id', 'x-ad-click-id']) {
    expect(headers, name).not.toHaveProperty(name);
  }
  expect(headers['x-request-id']).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});

test('AC-201: a request without a response times out after ten seconds', async ({ page, member }) => {
  const clock = await installClock(page);
  await logIn(page, member);
  await page.goto('/dashboard/help');
  await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible();
  await clock.stop();
  await page.route(TOTAL, () => new Promise(() => {}));
  const ended: Request[] = [];
  page.on('requestfailed', (request) => ended.push(request));
  const call = page.waitForRequest(TOTAL);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click();
  const request = await call;
  await clock.run(9_999);
  expect(ended).not.toContain(request);
  await clock.run(2);
  await expect.poll(() => ended).toContain(request);
});

test('AC-202 AC-208: a login without a response times out after thirty seconds and is not retried', async ({
  page,
  member,
}) => {
  const clock = await installClock(page);
  await page.goto('/login');
  await waitForHydration(page);
  let calls = 0;
  await page.route(LOGIN, () => {
    calls += 1;
    return new Promise(() => {});
  });
  await clock.stop();
  await submitLogin(page, member);
  await clock.run(29_999);
  await expect(page.getByRole('button', { name: 'Logging in...', exact: true })).toBeDisabled();
  await expect(page.getByText('Login Failed')).toHaveCount(0);
  await clock.run(2);
  await expect(page.getByRole('button', { name: 'Log In', exact: true })).toBeEnabled();
  // The messages are loaded with the first of them, and appear after a pause or two of React's.
  await expect(async () => {
    await clock.run(50);
    await expect(toastOf(page, 'bad', 'Login Failed')).toContainText('The operation timed out.', {
      timeout: scaled(100),
    });
  }).toPass();
  await clock.run(60_000);
  expect(calls).toBe(1);
});

test.describe('server errors', () => {
  test.use({ allowedConsole: [/Failed to load resource/] });

  test('AC-205 AC-206: a query is retried after 1, 2 and 4 seconds and then shows the error', async ({
    page,
    member,
  }) => {
    const clock = await installClock(page);
    await logIn(page, member);
    const times: number[] = [];
    await page.route(TOTAL, async (route) => {
      times.push(await page.evaluate(() => Date.now()));
      await route.fulfill({ status: 503, json: { message: 'The figures are being counted.' } });
    });
    await page.goto('/dashboard');
    await expect.poll(() => times.length).toBe(1);
    await clock.stop();
    const told = page
      .getByRole('article')
      .filter({ hasText: 'Total Clicks' })
      .getByText('The figures are being counted.');
    await expect
      .poll(
        async () => {
          await clock.run(100);
          return times.length;
        },
        { intervals: [10], timeout: scaled(20_000) },
      )
      .toBe(4);
    // The last error is shown by a timer that may start only now.
    await expect
      .poll(async () => {
        await clock.run(10);
        return told.isVisible();
      })
      .toBe(true);
    await clock.run(60_000);
    expect(times).toHaveLength(4);
    const [, second = 0, third = 0, fourth = 0] = times;
    expect(third - second).toBeGreaterThanOrEqual(2_000);
    expect(third - second).toBeLessThan(3_000);
    expect(fourth - third).toBeGreaterThanOrEqual(4_000);
    expect(fourth - third).toBeLessThan(5_000);
  });
});

test('AC-207: unused queries stay cached for five minutes', async ({ page, member }) => {
  const clock = await installClock(page);
  await logIn(page, member);
  await page.goto('/dashboard');
  const tip = page.locator('.home-tips li').first();
  await expect(tip).toBeVisible();
  await clock.stop();
  const main = page.getByRole('navigation', { name: 'Main' });
  await page.route('**/api/v1/dashboard/tips', () => new Promise(() => {}));
  for (const [minutes, kept] of [
    [4.9, true],
    [5.1, false],
  ] as const) {
    await main.getByRole('link', { name: 'Help' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible();
    await page.clock.fastForward(minutes * 60_000);
    await main.getByRole('link', { name: 'Dashboard' }).click();
    await expect(page.getByRole('heading', { level: 1, name: HOME })).toBeVisible();
    await expect(tip).toBeVisible({ visible: kept });
  }
});
