import { expect, test } from '../fixtures/guards';
import { toast } from '../fixtures/screen';
import { logIn, signUp } from '../fixtures/user';

test('the retention period of clicks is saved after confirmation', async ({ page, request }) => {
  await logIn(page, await signUp(request));
  await page.goto('/dashboard/settings');
  await page.getByRole('textbox', { name: 'Days' }).fill('7');
  await page.getByRole('button', { name: 'Save retention' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete older clicks' }).click();
  await expect(toast(page, 'Clicks are stored for 7 days.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Days' })).toHaveValue('7');
});
