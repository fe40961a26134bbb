import { expect, test } from '../fixtures/guards';
import { SITE_PAGES } from '../fixtures/public-page';

for (const path of SITE_PAGES) {
  test(`${path} is complete without script`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('main')).toHaveText(path === '/help' ? /Welcome to the Linnet/ : /[\s\S]{200}/);
    await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Features' })).toBeVisible();
    await expect(page.getByRole('contentinfo').getByText('support@example.com')).toBeVisible();
    expect(await page.content()).not.toMatch(/__[A-Z]+_[A-Z_]+__/);
  });
}

test('packages and prices are shown without script', async ({ page }) => {
  await page.goto('/pricing');
  await expect(page.locator('.pricing-plan')).toHaveCount(5);
  await expect(page.locator('.pricing-plan').filter({ hasText: 'PROFESSIONAL' })).toContainText(/\$\d+.*a year/s);
  await expect(page.getByText('Loading pricing options...')).toBeHidden();
});

test('the legal text scrolls without script', async ({ page }) => {
  await page.goto('/privacy');
  await page.getByRole('region', { name: 'Privacy Policy' }).hover();
  await page.mouse.wheel(0, 20_000);
  await expect(page.getByRole('link', { name: 'privacy@example.com' })).toBeInViewport();
});

test('the menu is open on a small screen without script', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/about');
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Testimonials' }).click();
  await expect(page).toHaveURL('/#testimonials');
  await expect(page.locator('#testimonials h2')).toBeInViewport();
});

test('links work without script', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Start for Free' }).click();
  await expect(page).toHaveURL('/signup');
});
