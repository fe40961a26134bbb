import { expectNoAxeViolations } from '../fixtures/axe';
import { expect, test } from '../fixtures/guards';
import { SITE_PAGES } from '../fixtures/public-page';

for (const path of SITE_PAGES) {
  test(`${path} has no axe violations`, async ({ page }) => {
    await page.goto(path);
    if (path === '/' || path === '/pricing') await expect(page.locator('#pricing article').first()).toBeVisible();
    await expectNoAxeViolations(page);
  });
}

test.describe('page states', () => {
  test.use({ viewport: { width: 390, height: 844 }, allowedConsole: [/404/] });

  test('open menu and not-found page have no axe violations', async ({ page }) => {
    await page.goto('/about');
    await page.getByRole('button', { name: 'Menu' }).click();
    await expectNoAxeViolations(page, [390]);
    await page.goto('/no/such/page');
    await expectNoAxeViolations(page);
  });
});

test('the skip link and the demo form work by keyboard', async ({ page }) => {
  await page.goto('/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.locator('main input[type=url]')).toBeFocused();
  await page.keyboard.type('https://example.com');
  await page.keyboard.press('Enter');
  await expect(page.getByText('URL shortened successfully! This is a demo.')).toBeVisible();
});
