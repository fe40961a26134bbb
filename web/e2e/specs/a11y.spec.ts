import type { APIRequestContext } from '@playwright/test';
import { expectNoAxeViolations } from '../fixtures/axe';
import { expect, logIn, signUp, test } from '../fixtures/member';
import { waitForHydration } from '../fixtures/public-page';
import type { TestUser } from '../fixtures/user';

// The public pages with the site's header and footer are in marketing-a11y.spec.ts.
test.describe('session pages', () => {
  for (const path of [
    '/signup?plan=BASIC',
    '/login',
    '/signup-successful',
    '/forgot-password',
    '/reset-password?token=x',
  ]) {
    test(`${path} has no axe violations`, async ({ page }) => {
      await page.goto(path);
      await waitForHydration(page);
      await expectNoAxeViolations(page);
    });
  }

  test('sign-up has no axe violations with field errors or the country list open', async ({ page }) => {
    await page.goto('/signup');
    await waitForHydration(page);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByText('Please select a country')).toBeVisible();
    await expectNoAxeViolations(page, [1280]);
    await page.getByLabel('Country', { exact: true }).click();
    await expect(page.getByRole('option').first()).toBeVisible();
    await expectNoAxeViolations(page, [390]);
  });
});

/** A user with clicks and with links of every kind. */
async function seedBusyUser(request: APIRequestContext): Promise<TestUser & { linkId: string }> {
  const person = await signUp(request);
  const headers = { Authorization: `Bearer ${person.token}` };
  let linkId = '';
  for (const link of [
    {
      url: 'https://example.com/spring',
      title: 'Spring sale',
      tags: ['spring', 'mail', 'shop'],
      password: 'Open-Sesame1',
    },
    { url: 'https://example.org/a/very/long/path/that/goes/on?utm_source=mail', expiresAt: '2099-01-01T00:00:00Z' },
    { url: 'https://example.net/', maxClicks: 3 },
  ]) {
    const created = await request.post('/api/v1/links', { headers, data: link });
    expect(created.status(), await created.text()).toBe(201);
    const { id, shortUrl } = (await created.json()) as { id: string; shortUrl: string };
    linkId = id;
    await request.get(shortUrl, { maxRedirects: 0 });
  }
  return { ...person, linkId };
}

test.describe('dashboard', () => {
  let person: TestUser & { linkId: string };

  test.beforeAll(async ({ playwright }, { project }) => {
    const request = await playwright.request.newContext({ baseURL: project.use.baseURL });
    person = await seedBusyUser(request);
    await request.dispose();
  });

  test.beforeEach(async ({ page }) => logIn(page, person));

  const SCREENS = ['', '/links', '/links/:id', '/analytics', '/qr-codes', '/account', '/help', '/settings'];
  for (const screen of SCREENS) {
    test(`/dashboard${screen} has no axe violations`, async ({ page }) => {
      await page.goto(`/dashboard${screen.replace(':id', person.linkId)}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('load');
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
      await expectNoAxeViolations(page);
    });
  }

  test('account menu, notifications and shortcuts have no axe violations', async ({ page }) => {
    await page.goto('/dashboard/help');
    await page.getByRole('button', { name: 'Account menu' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await expectNoAxeViolations(page, [1280]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
    await expectNoAxeViolations(page, [390]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await expectNoAxeViolations(page, [1280]);
  });

  test('the mobile navigation has no axe violations', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 860 });
    await page.goto('/dashboard');
    await page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true }).click();
    await expect(page.getByRole('navigation', { name: 'Mobile' })).toBeVisible();
    await expectNoAxeViolations(page, [390]);
  });

  test('the create link dialog has no axe violations with a field error', async ({ page }) => {
    await page.goto('/dashboard/links?new=link');
    const dialog = page.getByRole('dialog', { name: 'New link' });
    await dialog.getByRole('button', { name: /^Create link/ }).click();
    await expect(dialog.getByLabel('Destination', { exact: true })).toHaveAttribute('aria-invalid', 'true');
    await expectNoAxeViolations(page);
  });

  test('selection bar and delete dialog have no axe violations', async ({ page }) => {
    await page.goto('/dashboard/links');
    await page
      .getByRole('checkbox', { name: /^Select \// })
      .first()
      .check();
    await expectNoAxeViolations(page, [1280]);
    await page
      .getByRole('button', { name: /^More for/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: /^Delete/ }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await expectNoAxeViolations(page, [390]);
  });
});

test('empty screens have no axe violations', async ({ page, request }) => {
  await logIn(page, await signUp(request));
  for (const [screen, width] of [
    ['', 390],
    ['/links', 1280],
    ['/analytics', 390],
  ] as const) {
    await page.goto(`/dashboard${screen}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    await expectNoAxeViolations(page, [width]);
  }
});
