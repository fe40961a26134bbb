import { expect, test } from '../fixtures/guards';
import { toast } from '../fixtures/screen';
import { logIn, signUp, type TestUser } from '../fixtures/user';

let person: TestUser;

test.beforeEach(async ({ page, request }) => {
  person = await signUp(request);
  await logIn(page, person);
});

test('an import links to its links and can be undone, except for links edited since', async ({ page, request }) => {
  const stamp = Date.now();
  const headers = { Authorization: `Bearer ${person.token}` };
  await request.post('/api/v1/links', { data: { url: 'https://example.com/mine', alias: `mine-${stamp}` }, headers });
  await page.goto('/dashboard/settings/import');
  const csv = ['alias,url', ...[1, 2, 3].map((at) => `in-${at}-${stamp},https://example.com/${at}`)].join('\n');
  await page
    .getByLabel('Choose file')
    .setInputFiles({ name: 'links.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await page.getByRole('button', { name: /^Import/ }).click();
  await page.getByRole('link', { name: 'View imported links' }).click();
  await expect(page.getByText('3 links found')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove filter: import is links.csv' })).toBeVisible();

  const found = await request.get('/api/v1/links', { params: { search: `in-2-${stamp}` }, headers });
  const [edited] = (await found.json()).items;
  await request.patch(`/api/v1/links/${edited.id}`, { data: { title: 'Changed' }, headers });
  await page.goBack();
  await page.getByRole('button', { name: 'Undo import' }).click();
  await page.getByRole('button', { name: 'Delete imported links' }).click();
  await expect(toast(page, 'Delete links: done')).toContainText('2 links, 1 left out');
  await page.goto('/dashboard/links');
  await expect(page.getByText('2 links', { exact: true })).toBeVisible();

  await page.goto('/dashboard/settings/jobs');
  await page.getByRole('button', { name: 'Undo Delete links', exact: true }).click();
  await expect(toast(page, 'Undo: Delete links: done')).toContainText('2 links');
  await page.goto('/dashboard/links');
  await expect(page.getByText('4 links', { exact: true })).toBeVisible();
});

test('bulk creation shows a result for each line and keeps invalid lines for correction', async ({ page }) => {
  await page.goto('/dashboard/links');
  await page.getByRole('button', { name: 'Import and export' }).click();
  await page.getByRole('menuitem', { name: 'Create in bulk…' }).click();
  const field = page.getByRole('textbox', { name: 'Destinations' });
  await expect(field).toBeFocused();
  await field.fill('example.com/a\njavascript:alert(1)\nhttps://example.com/b');
  await page.getByRole('button', { name: 'Create links' }).click();
  const results = page.getByRole('region', { name: 'Results' });
  await expect(results).toContainText('2 links created, 1 failed');
  await expect(field).toHaveValue('javascript:alert(1)');
  await page.getByRole('button', { name: 'Select all 2 in the list' }).click();
  await expect(page.getByText('2 selected')).toBeVisible();
  await expect(page.locator('.links-destination')).toHaveText(['example.com/a', 'example.com/b']);
  await expect(page.getByText('2 links', { exact: true })).toBeVisible();
});
