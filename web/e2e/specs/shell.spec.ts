import type { Page } from '@playwright/test';
import { expect, logIn, signUp, test } from '../fixtures/member';

const HOME = 'Welcome to Your Linnet Dashboard';
const LINKS = [
  '/dashboard',
  '/dashboard/links',
  '/dashboard/analytics',
  '/dashboard/qr-codes',
  '/dashboard/account',
  '/dashboard/help',
];

async function open(page: Page, path = '/dashboard'): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

const hrefs = (links: Element[]) => links.map((link) => link.getAttribute('href'));

test.describe('on a wide screen', () => {
  test('AC-162 AC-163 AC-165 AC-170: shows sidebar and plan, without a menu button', async ({ page, member }) => {
    await logIn(page, member);
    await open(page);
    const main = page.getByRole('navigation', { name: 'Main' });
    const links = main.getByRole('link');
    expect(await links.evaluateAll(hrefs)).toEqual([...LINKS, '/dashboard/settings']);
    for (const link of await links.all()) await expect(link).toBeVisible();
    await expect(main.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('complementary').getByRole('button', { name: 'Log Out', exact: true })).toBeVisible();
    await expect(page.getByRole('banner').getByText('Free Plan', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeHidden();
    await expect(page.getByRole('navigation', { name: 'Quick', exact: true })).toBeHidden();
  });

  test('AC-162: sidebar links navigate without a page load', async ({ page, member }) => {
    await logIn(page, member);
    await open(page);
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    const main = page.getByRole('navigation', { name: 'Main' });
    for (const name of ['Links', 'Analytics', 'QR Codes', 'Account', 'Help', 'Settings', 'Dashboard']) {
      const link = main.getByRole('link', { name });
      const href = (await link.getAttribute('href')) ?? '';
      await link.click();
      await expect(page).toHaveURL(href);
      await expect(link).toHaveAttribute('aria-current', 'page');
      await expect(main.locator('[aria-current]')).toHaveCount(1);
    }
    await expect(page.getByRole('heading', { level: 1, name: HOME })).toBeVisible();
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  });

  test('AC-166: the bell shows unread notifications until they are seen', async ({ page, request }) => {
    const person = await signUp(request);
    const { email, password } = person;
    const startDestination = await request.post('/api/v1/auth/login', {
      headers: {
        'User-Agent': 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Firefox/130.0',
        'X-Device-Id': 'other',
      },
      data: { email, password },
    });
    expect(startDestination.status()).toBe(200);
    await logIn(page, person);
    await open(page);
    const bell = page.getByRole('banner').getByRole('button', { name: /^Notifications/ });
    await expect(bell).toHaveAccessibleName('Notifications, 1 unread');
    const dot = () =>
      bell.evaluate((button) => {
        const { content, backgroundColor, width } = getComputedStyle(button, '::after');
        if (content === 'none') return null;
        const canvas = document.createElement('canvas').getContext('2d');
        if (!canvas) throw new Error('no canvas');
        canvas.fillStyle = backgroundColor;
        canvas.fillRect(0, 0, 1, 1);
        const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
        return { red: red > green + 80 && red > blue + 80, width };
      });
    expect(await dot()).toEqual({ red: true, width: '8px' });
    await bell.click();
    const news = page.getByRole('dialog', { name: 'Notifications' });
    await expect(news.getByRole('listitem')).toHaveCount(1);
    await expect(news.getByRole('listitem')).toContainText(/sign-in/i);
    await page.keyboard.press('Escape');
    await expect(bell).toHaveAccessibleName('Notifications');
    await expect.poll(dot).toBeNull();
    await page.reload();
    await expect(bell).toHaveAccessibleName('Notifications');
  });

  test('AC-167: the account menu shows its items', async ({ page, member }) => {
    await logIn(page, member);
    await open(page);
    const opener = page.getByRole('banner').getByRole('button', { name: 'Account menu' });
    await opener.click();
    const menu = page.getByRole('menu');
    await expect(menu.getByText('My Account')).toBeVisible();
    await expect(menu.getByText(member.email)).toBeVisible();
    await expect(menu.getByRole('menuitem')).toHaveText(['Profile', 'Settings', 'Log out']);
    await menu.getByRole('menuitem', { name: 'Profile' }).click();
    await expect(page).toHaveURL('/dashboard/account');
    await opener.click();
    await menu.getByRole('menuitem', { name: 'Settings' }).click();
    await expect(page).toHaveURL('/dashboard/settings');
    await opener.click();
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
    await expect(opener).toBeFocused();
  });
});

test.describe('on a small screen', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('AC-164 AC-168 AC-170: the menu button opens six links, without Settings', async ({ page, member }) => {
    await logIn(page, member);
    await open(page);
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
    const toggle = page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true });
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await toggle.click();
    const links = page.getByRole('navigation', { name: 'Mobile' }).getByRole('link');
    await expect(links).toHaveCount(6);
    expect(await links.evaluateAll(hrefs)).toEqual(LINKS);
  });

  test('AC-169: the menu closes on Escape, outside tap and navigation', async ({ page, member }) => {
    await logIn(page, member);
    await open(page);
    const toggle = page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true });
    const nav = page.getByRole('navigation', { name: 'Mobile' });
    await toggle.click();
    await expect(nav).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(nav).toHaveCount(0);
    await expect(toggle).toBeFocused();
    await toggle.click();
    await expect(nav).toBeVisible();
    await page.mouse.click(380, 400);
    await expect(nav).toHaveCount(0);
    await toggle.click();
    await nav.getByRole('link', { name: 'Account' }).click();
    await expect(page).toHaveURL('/dashboard/account');
    await expect(nav).toHaveCount(0);
  });

  test('no screen scrolls horizontally at 390 and 320 px', async ({ page, member }) => {
    await logIn(page, member);
    for (const path of [...LINKS, '/dashboard/settings', '/signup', '/forgot-password']) {
      await open(page, path);
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 844 });
        const beyond = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(beyond, `${path} at ${width}`).toBe(0);
      }
    }
  });
});
