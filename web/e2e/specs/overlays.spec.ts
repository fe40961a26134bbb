import type { Page } from '@playwright/test';
import { expect, logIn, test } from '../fixtures/member';

// Menus, dialogs, lists and tooltips open with code that the first view does not load.
const CODE = '**/assets/overlays-*.js';
const MISSING = 'Part of this page couldn’t be loaded.';

/** Opens the account screen. The code of overlays arrives when the test says so. */
async function openWithoutCode(page: Page) {
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  let requests = 0;
  await page.route(CODE, async (route) => {
    requests += 1;
    await arrival;
    await route.continue();
  });
  await page.goto('/dashboard/account');
  const button = page.getByRole('button', { name: 'Account menu' });
  await expect(button).toHaveAttribute('aria-haspopup', 'menu');
  await expect(page.getByRole('combobox', { name: /^Emails about/ }).first()).toBeVisible();
  return { button, arrive, requests: () => requests };
}

test.beforeEach(({ page, member }) => logIn(page, member));

test('a press before the code has arrived opens the menu, and Escape returns the focus', async ({ page }) => {
  const { button, arrive, requests } = await openWithoutCode(page);
  expect(requests()).toBe(0);
  await button.click();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('menu')).toBeHidden();
  arrive();
  const menu = page.getByRole('menu', { name: 'Account menu' });
  await expect(menu).toBeVisible();
  const [under, over] = [await button.boundingBox(), await menu.boundingBox()];
  expect(over?.y).toBeGreaterThanOrEqual((under?.y ?? 0) + (under?.height ?? 0));
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();
  await button.click();
  await expect(menu).toBeVisible();
  await button.click();
  await expect(menu).toBeHidden();
  expect(requests()).toBe(1);
});

for (const key of ['Enter', 'Space', 'ArrowDown']) {
  test(`${key} before the code has arrived opens the menu on its first item`, async ({ page }) => {
    const { button, arrive } = await openWithoutCode(page);
    await button.focus();
    await page.keyboard.press(key);
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    arrive();
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
  });
}

test('a select opens by the key before its code, chooses, and takes letters while closed', async ({ page }) => {
  const { arrive } = await openWithoutCode(page);
  const select = page.getByRole('combobox', { name: /^Emails about/ }).first();
  await select.focus();
  await page.keyboard.press('ArrowDown');
  arrive();
  await expect(page.getByRole('option', { selected: true })).toBeFocused();
  await page.keyboard.press('End');
  // The list moves the focus in a timer, which a busy browser runs after the next key.
  await expect(page.getByRole('option').last()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(select).toHaveText('No email');
  await expect(select).toBeFocused();
  await page.keyboard.press('d');
  await expect(select).toHaveText('Daily summary');
});

test.describe('missing code', () => {
  // The browser logs each failed request.
  test.use({ allowedConsole: [/Failed to load resource|ChunkLoadError/] });

  test('leaves the screen, and is tried again', async ({ page }) => {
    await page.route(CODE, (route) => route.fulfill({ status: 404 }));
    await page.goto('/dashboard/links');
    const button = page.getByRole('button', { name: 'Import and export' });
    await button.click();
    const missing = page.getByRole('dialog', { name: MISSING });
    await missing.getByRole('button', { name: 'Close' }).click();
    await expect(missing).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: 'Links' })).toBeVisible();

    await button.click();
    await page.unroute(CODE);
    await missing.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('menu', { name: 'Import and export' })).toBeVisible();
  });
});

test.describe('by touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a tap opens a menu and a select whose code comes later', async ({ page }) => {
    const { button, arrive } = await openWithoutCode(page);
    const select = page.getByRole('combobox', { name: /^Emails about/ }).last();
    await select.tap();
    arrive();
    await page.getByRole('option', { name: 'By email' }).tap();
    await expect(select).toHaveText('By email');
    await expect(page.getByRole('listbox')).toBeHidden();
    await button.tap();
    await expect(page.getByRole('menu', { name: 'Account menu' })).toBeVisible();
    await expect(page.getByRole('tooltip')).toBeHidden();
    await button.tap();
    await expect(page.getByRole('menu')).toBeHidden();
  });
});
