import { expect, test } from '../fixtures/guards';
import { formSection, toast } from '../fixtures/screen';
import { logIn, signUp } from '../fixtures/user';

test('a UTM template saved from one link fills the fields of the next and is listed in the settings', async ({
  page,
  request,
}) => {
  await logIn(page, await signUp(request));
  await page.goto('/dashboard/links?new=link');
  await page.getByRole('textbox', { name: 'Destination' }).fill('https://example.com/');
  await formSection(page, 'UTM').click();
  const source = page.getByRole('textbox', { name: 'Source' });
  await source.fill('news');
  await page.getByRole('button', { name: 'Save as template' }).click();
  await page.getByRole('textbox', { name: 'Template name' }).fill('Newsletter');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Template saved')).toBeVisible();
  await source.fill('');
  await page.getByRole('button', { name: 'Use template' }).click();
  await page.getByRole('option', { name: 'Newsletter' }).click();
  await expect(source).toHaveValue('news');
  await page.goto('/dashboard/settings');
  await expect(page.getByRole('list', { name: 'All templates' })).toContainText('Newsletter');
});
