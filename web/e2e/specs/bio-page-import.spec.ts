import { expectNoAxeViolations } from '../fixtures/axe';
import { randomHandle } from '../fixtures/bio-pages';
import { expect, test } from '../fixtures/guards';
import { logIn, signUp } from '../fixtures/user';

const EXPORT = {
  name: 'Oat Street',
  links: [
    { link: null, title: 'Visit us', type: 'heading', order: 1, button_id: 42 },
    { link: 'https://example.com/menu', title: 'Menu', type: 'link', order: 2, button_id: 1 },
    { link: 'javascript:alert(1)', title: 'Script', type: 'link', order: 3, button_id: 1 },
  ],
};

test('a page starts from an export of another service', async ({ page, request }) => {
  await logIn(page, await signUp(request));
  await page.goto('/dashboard/bio-pages?new=1');
  const dialog = page.getByRole('dialog', { name: 'New bio page' });
  await dialog.getByRole('radio', { name: 'Export file' }).click();
  const buffer = Buffer.from(JSON.stringify(EXPORT));
  await dialog.getByLabel('Choose file').setInputFiles({ name: 'links.json', mimeType: 'application/json', buffer });
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Link: Menu' })).toBeVisible();
  await dialog.getByText('Skipped entries', { exact: true }).click();
  await expect(dialog.getByText(/^Script: /)).toBeVisible();
  await expectNoAxeViolations(page);
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('Oat Street');
  await dialog.getByRole('textbox', { name: 'Handle' }).fill(randomHandle());
  await dialog.getByRole('button', { name: 'Create page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Oat Street' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: /^Title of/ })).toHaveCount(2);
});
