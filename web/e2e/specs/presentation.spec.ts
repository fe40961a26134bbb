import type { Page } from '@playwright/test';
import { fields, toastOf } from '../fixtures/auth-forms';
import { installClock } from '../fixtures/clock';
import { expect, logIn, test } from '../fixtures/member';
import { SITE_PAGES, waitForHydration } from '../fixtures/public-page';
import { scaled } from '../pace/pace';

/** Moves the pointer away in several steps. A single jump towards the tooltip would keep it open. */
const away = (page: Page) => page.mouse.move(600, 600, { steps: 5 });

test.describe('tooltips', () => {
  test('AC-209 AC-210: open after 700 ms, or at once within 300 ms of another', async ({ page, member }) => {
    const clock = await installClock(page);
    await logIn(page, member);
    await page.goto('/dashboard/help');
    await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible();
    const bell = page.getByRole('button', { name: /^Notifications/ });
    const account = page.getByRole('button', { name: 'Account menu' });
    const tip = page.getByRole('tooltip');
    await clock.stop();

    await bell.hover();
    await clock.run(699);
    await expect(tip).toHaveCount(0);
    await clock.run(2);
    await expect(tip).toHaveText(/^Notifications/);

    await away(page);
    await expect(tip).toHaveCount(0);
    await clock.run(290);
    await account.hover();
    await clock.run(1);
    await expect(tip, 'within 300 ms at once').toHaveText('Account menu');

    await away(page);
    await expect(tip).toHaveCount(0);
    await clock.run(301);
    await bell.hover();
    await clock.run(699);
    await expect(tip, 'later only after 700 ms').toHaveCount(0);
    await clock.run(2);
    await expect(tip).toHaveText(/^Notifications/);
  });

  test('AC-210: open at once on keyboard focus and close on Escape', async ({ page, member }) => {
    const clock = await installClock(page);
    await logIn(page, member);
    await page.goto('/dashboard/help');
    const account = page.getByRole('button', { name: 'Account menu' });
    await expect(account).toBeVisible();
    await clock.stop();
    await page.getByRole('button', { name: /^Notifications/ }).focus();
    await page.keyboard.press('Tab');
    await expect(account).toBeFocused();
    await expect(page.getByRole('tooltip')).toHaveText('Account menu');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('tooltip')).toHaveCount(0);
  });
});

test.describe('toasts', () => {
  test.use({ allowedConsole: [/Failed to load resource/] });

  test('AC-211 AC-212 AC-214: are visible for 4000 ms, three at a time, and announce failures', async ({ page }) => {
    const clock = await installClock(page);
    await page.goto('/login');
    await waitForHydration(page);
    let number = 0;
    await page.route('**/api/v1/auth/login', (route) => {
      number += 1;
      return route.fulfill({ status: 500, json: { message: `Fault ${number}.` } });
    });
    await fields(page).email.fill('ada@example.com');
    await fields(page).password.fill('Correct-Horse7');
    const submit = page.getByRole('button', { name: 'Log In', exact: true });
    const shown = page.locator('[data-sonner-toast]');

    // The first toast loads the shared chunk while the clock runs.
    await submit.click();
    await expect(toastOf(page, 'bad', 'Fault 1.')).toBeVisible();
    await clock.stop();
    await clock.run(1_000);
    await expect(shown).toHaveCount(0);

    const sendAgain = async (fault: string) => {
      await submit.click();
      await expect(async () => {
        await clock.run(1);
        await expect(toastOf(page, 'bad', fault)).toBeAttached({ timeout: scaled(50) });
        await expect(submit).toBeEnabled({ timeout: scaled(50) });
      }).toPass({ intervals: [10] });
    };
    await sendAgain('Fault 2.');
    await clock.run(3_900);
    await expect(shown).toHaveAttribute('data-removed', 'false');
    await clock.run(100);
    await expect(shown).toHaveAttribute('data-removed', 'true');
    await clock.run(1_000);
    await expect(shown).toHaveCount(0);

    for (const wanted of [3, 4, 5, 6]) await sendAgain(`Fault ${wanted}.`);
    await expect(page.locator('[data-sonner-toast][data-visible=true]')).toHaveCount(3);
    await expect(toastOf(page, 'bad', 'Fault 6.')).toBeVisible();
    await expect(toastOf(page, 'bad', 'Fault 6.')).toHaveAttribute('data-tone', 'bad');
    await expect(page.locator('[aria-live=polite]').filter({ hasText: 'Fault 6.' })).toBeAttached();
  });

  test('AC-214: have different borders and colors for failure and success', async ({ page, member }) => {
    const look = (tone: 'bad' | 'good', title: string) =>
      toastOf(page, tone, title).evaluate((toast) => {
        const { borderColor, backgroundColor, boxShadow, borderLeftColor } = getComputedStyle(toast);
        return [borderColor, backgroundColor, boxShadow, borderLeftColor].join(' ');
      });
    await page.goto('/login');
    await waitForHydration(page);
    let fails = true;
    await page.route('**/api/v1/auth/login', (route) => (fails ? route.fulfill({ status: 500 }) : route.continue()));
    await fields(page).email.fill(member.email);
    await fields(page).password.fill(member.password);
    await page.getByRole('button', { name: 'Log In', exact: true }).click();
    const bad = await look('bad', 'Login Failed');
    fails = false;
    await page.getByRole('button', { name: 'Log In', exact: true }).click();
    expect(await look('good', 'Success!')).not.toBe(bad);
  });
});

test('AC-213: the scroll bar hides 600 ms after the pointer leaves', async ({ page }) => {
  const clock = await installClock(page);
  await page.goto('/terms');
  const area = page.getByRole('region', { name: 'Terms of Service' });
  const bar = page.locator('.scroll-bar');
  await expect(bar).toHaveCount(0);
  await area.hover();
  await expect(bar).toBeVisible();
  await clock.stop();
  await page.mouse.move(5, 5);
  await clock.run(590);
  await expect(bar).toBeVisible();
  await clock.run(20);
  await expect(bar).toHaveCount(0);
});

const PAGES = [...SITE_PAGES, '/signup', '/login', '/signup-successful', '/forgot-password', '/reset-password?token=x'];
const SCREENS = ['', '/links', '/analytics', '/qr-codes', '/account', '/help', '/settings'];

test('AC-215: every dashboard page says Linnet and has no placeholder', async ({ page, member }) => {
  await logIn(page, member);
  const seen: Record<string, string> = {};
  for (const path of [...SITE_PAGES, ...SCREENS.map((screen) => `/dashboard${screen}`)]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveTitle(/Linnet/);
    seen[path] = await page.content();
  }
  await page.evaluate(() => localStorage.clear());
  for (const [path, html] of Object.entries(seen)) {
    expect(html.match(/\{\s*product\s*\}|__[A-Z][A-Z_]+__|undefined|\[object Object\]/), path).toBeNull();
  }
  expect(seen['/dashboard']).toContain('Welcome to Your Linnet Dashboard');
});

test('AC-215: every session page says Linnet and has no placeholder', async ({ page }) => {
  for (const path of PAGES.slice(SITE_PAGES.length)) {
    await page.goto(path);
    await waitForHydration(page);
    await expect(page).toHaveTitle(/Linnet/);
    // biome-ignore lint/performance/useDomNodeTextContent: only what is shown counts.
    const text = await page.locator('body').innerText();
    expect(text, path).not.toMatch(/\{\s*product\s*\}|__[A-Z][A-Z_]+__|undefined|\[object Object\]/);
  }
});
