import { expect, test } from '../fixtures/guards';
import { SITE_PAGES } from '../fixtures/public-page';

test.use({ viewport: { width: 390, height: 844 } });

test('AC-28: the menu opens, and closes with Escape and on navigation', async ({ page }) => {
  await page.goto('/about');
  const toggle = page.getByRole('button', { name: 'Menu' });
  const sections = page.getByRole('navigation', { name: 'Sections' });
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await expect(sections).toBeHidden();
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await expect(sections).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await expect(sections).toBeHidden();
  await toggle.press('Enter');
  await sections.getByRole('link', { name: 'Use cases' }).click();
  await expect(page).toHaveURL('/#use-cases');
  await expect(page.locator('#use-cases h2')).toBeInViewport();
  await expect(sections).toBeHidden();
});

test('AC-28: the menu button is hidden on a large screen', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/about');
  await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Sections' })).toBeVisible();
});

test('no page scrolls horizontally at 320, 390 and 768 px', async ({ page }) => {
  for (const path of SITE_PAGES) {
    await page.goto(path);
    for (const width of [320, 390, 768]) {
      await page.setViewportSize({ width, height: 800 });
      const beyond = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(beyond, `${path} at ${width}`).toBe(0);
    }
  }
});
