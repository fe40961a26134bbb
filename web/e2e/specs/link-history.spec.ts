import { expect, test } from '../fixtures/guards';
import { currentTab, toast } from '../fixtures/screen';
import { logIn, signUp } from '../fixtures/user';
import { createLink, visit } from '../fixtures/visitors';

test('history lists an edit and reverts it', async ({ page, request }) => {
  const person = await signUp(request);
  await logIn(page, person);
  const link = await createLink(request, person, { url: 'https://example.com/one', alias: `one-${Date.now()}` });
  const headers = { Authorization: `Bearer ${person.token}` };
  const edited = await request.patch(`/api/v1/links/${link.id}`, {
    headers,
    data: { url: 'https://example.com/changed' },
  });
  expect(edited.ok(), await edited.text()).toBe(true);
  await expect.poll(() => visit(request, link.shortUrl)).toBe('https://example.com/changed');

  await page.goto(`/dashboard/links/${link.id}`);
  await page.getByRole('navigation', { name: 'Link sections' }).getByRole('link', { name: 'History' }).click();
  await expect(page).toHaveURL(/tab=history/);
  await expect(currentTab(page, 'Link sections')).toHaveText(['History']);
  await expect(page.getByText('Ada Lovelace edited the link')).toBeVisible();
  await expect(page.getByRole('deletion')).toHaveText('https://example.com/one');

  await page.getByRole('button', { name: 'Revert to version 1' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revert' }).click();
  await expect(toast(page, 'Reverted to version 1')).toBeVisible();
  await expect.poll(() => visit(request, link.shortUrl)).toBe('https://example.com/one');
  await expect(page.getByText('Ada Lovelace edited the link')).toHaveCount(2);
});

test('an edit on the link’s screen redirects visitors to the new destination', async ({ page, request }) => {
  const person = await signUp(request);
  await logIn(page, person);
  const link = await createLink(request, person, { url: 'https://example.com/one', alias: `edit-${Date.now()}` });
  await page.goto('/dashboard/links');
  await page.getByRole('link', { name: `/${link.alias}`, exact: true }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: 'Destination' }).fill('https://example.com/changed');
  await page.getByRole('button', { name: /^Save changes/ }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => visit(request, link.shortUrl)).toBe('https://example.com/changed');
});
