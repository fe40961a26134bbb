import type { Locator, Page } from '@playwright/test';
import { freshEmail } from '../fixtures/auth-forms';
import { expect, test } from '../fixtures/member';
import { waitForHydration } from '../fixtures/public-page';

/** Presses Tab until the control has the focus, and expects a visible focus ring. */
async function tabTo(page: Page, control: Locator, most = 40): Promise<void> {
  for (let pressed = 0; pressed < most; pressed += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(control).toBeFocused();
  const ring = await control.evaluate((element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== 'none';
  });
  expect(ring, 'the focus can be seen').toBe(true);
}

test('sign-up, shortening and logout work by keyboard alone', async ({ page }) => {
  await page.goto('/');
  await tabTo(page, page.getByRole('banner').getByRole('link', { name: 'Sign Up', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/signup');
  await waitForHydration(page);

  const named = (name: string) => page.getByLabel(name, { exact: true });
  for (const [name, text] of [
    ['First name', 'Ada'],
    ['Last name', 'Lovelace'],
    ['Email', freshEmail()],
  ] as const) {
    await tabTo(page, named(name));
    await page.keyboard.type(text);
  }
  await tabTo(page, named('Country'));
  await page.keyboard.press('Enter');
  const search = page.getByPlaceholder('Search country...');
  await expect(search).toBeFocused();
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.type('united');
  await expect(page.getByRole('option', { selected: true })).toHaveCount(1);
  const chosen = async () => (await page.getByRole('option', { selected: true }).textContent()) ?? '';
  await expect(async () => {
    if (!(await chosen()).startsWith('United Kingdom')) await page.keyboard.press('ArrowDown');
    expect(await chosen()).toMatch(/^United Kingdom/);
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(search).toBeHidden();
  await expect(named('Country')).toBeFocused();
  await expect(named('Country code')).toHaveValue('+44');
  for (const [name, text] of [
    ['Phone number', '07700900123'],
    ['Password', 'Correct-Horse7'],
    ['Confirm password', 'Correct-Horse7'],
  ] as const) {
    await tabTo(page, named(name));
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');

  await tabTo(page, page.getByLabel('Long URL'));
  await page.keyboard.type('https://example.com/a/long/way');
  await page.keyboard.press('Enter');
  const created = page.getByRole('status').filter({ hasText: 'redirects to example.com/a/long/way' });
  await expect(created).toBeVisible();
  const short = (await created.getByRole('link').first().getAttribute('href')) ?? '';
  const response = await page.request.get(short, { maxRedirects: 0 });
  expect(response.headers().location).toBe('https://example.com/a/long/way');

  await tabTo(page, page.getByRole('button', { name: 'Log Out', exact: true }), 200);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test('the dashboard has a skip link, and its account menu supports arrow keys', async ({ page, member }) => {
  await page.goto('/login');
  await waitForHydration(page);
  await tabTo(page, page.getByLabel('Email', { exact: true }));
  await page.keyboard.type(member.email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(member.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  const opener = page.getByRole('button', { name: 'Account menu' });
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
});
