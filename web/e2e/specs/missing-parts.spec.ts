import { fields } from '../fixtures/auth-forms';
import { expect, logIn, test } from '../fixtures/member';
import { waitForHydration } from '../fixtures/public-page';
import { formSection } from '../fixtures/screen';
import { createLink } from '../fixtures/visitors';

// The server has a newer build, whose files have other names. The browser logs each failed request.
test.use({ allowedConsole: [/Failed to load resource|ChunkLoadError/] });

const MISSING = 'Part of this page couldn’t be loaded.';

test('a missing part of a form leaves the form with what was typed', async ({ page, request, member }) => {
  const link = await createLink(request, member, { url: 'https://example.com/' });
  await logIn(page, member);
  await page.goto(`/dashboard/links?edit=${link.id}`);
  const dialog = page.getByRole('dialog', { name: /^Edit/ });
  const destination = dialog.getByRole('textbox', { name: 'Destination' });
  await destination.fill('https://example.com/typed');
  await page.route('**/assets/rule-editor-*.js', (route) => route.fulfill({ status: 404 }));
  await formSection(page, 'Rules').click();
  await dialog.getByRole('button', { name: 'Add rule' }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: MISSING })).toBeVisible();
  await expect(destination).toHaveValue('https://example.com/typed');

  await page.unroute('**/assets/rule-editor-*.js');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: MISSING })).toBeHidden();
  await expect(destination).toHaveValue('https://example.com/typed');
});

test('a missing list leaves the form under it with what was typed', async ({ page }) => {
  await page.goto('/signup');
  await waitForHydration(page);
  await page.route('**/assets/combobox-panel-*.js', (route) => route.fulfill({ status: 404 }));
  await fields(page).email.fill('ada@example.com');
  await fields(page).country.click();
  const dialog = page.getByRole('dialog', { name: MISSING });
  await expect(dialog.getByRole('button', { name: 'Reload' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(fields(page).email).toHaveValue('ada@example.com');

  await page.unroute('**/assets/combobox-panel-*.js');
  await fields(page).country.click();
  await page.keyboard.type('Germ');
  await page.keyboard.press('Enter');
  await expect(fields(page).country).toHaveText(/Germany/);
});

test('a missing dialog leaves the report', async ({ page, member }) => {
  await logIn(page, member);
  await page.goto('/dashboard/analytics');
  await page.route('**/assets/range-dialog-*.js', (route) => route.fulfill({ status: 404 }));
  await page.getByRole('button', { name: /^Period/ }).click();
  await page.getByRole('menuitemradio', { name: 'Custom range…' }).click();
  await page.getByRole('dialog', { name: MISSING }).getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible();
});
