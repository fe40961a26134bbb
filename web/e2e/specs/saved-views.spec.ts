import { expect, test } from '../fixtures/guards';
import { currentTab, linkRows } from '../fixtures/screen';
import { logIn, signUp } from '../fixtures/user';
import { createLink } from '../fixtures/visitors';

test('filters are saved as a tab that survives a reload and applies from any other view', async ({ page, request }) => {
  const person = await signUp(request);
  const stamp = Date.now();
  await createLink(request, person, { url: 'https://example.com/spring', alias: `spring-${stamp}` });
  await createLink(request, person, { url: 'https://example.com/other', alias: `other-${stamp}` });
  await logIn(page, person);
  await page.goto('/dashboard/links');
  await page.getByRole('searchbox', { name: 'Search links' }).fill('spring');
  await expect(page.getByText('1 link found')).toBeVisible();
  await page.getByRole('button', { name: 'More views' }).click();
  await page.getByRole('menuitem', { name: 'Save view' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Spring');
  await page.getByRole('button', { name: 'Save view' }).click();
  const tab = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Spring' });
  await expect(tab).toHaveAttribute('aria-current', 'page');

  await page.getByRole('link', { name: /^All/ }).click();
  await expect(linkRows(page)).toHaveCount(2);
  await page.reload();
  await expect(currentTab(page, 'Views')).toHaveText([/^All/]);
  await tab.click();
  await expect(linkRows(page)).toHaveCount(1);
  await expect(currentTab(page, 'Views')).toHaveText(['Spring']);
});
