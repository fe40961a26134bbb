import { expect, test } from '../fixtures/guards';
import { logIn, signUp } from '../fixtures/person';

test('links of every page are filtered by tag, selected, archived, and brought back after the message is gone', async ({
  page,
  request,
}) => {
  const person = await signUp(request);
  await logIn(page, person);
  const links = Array.from({ length: 60 }, (_, at) => ({
    url: `https://example.com/${at}`,
    tags: [at < 30 ? 'early' : 'late'],
  }));
  const made = await request.post('/api/v1/links/bulk', {
    data: { links },
    headers: { Authorization: `Bearer ${person.token}` },
  });
  expect(made.ok(), await made.text()).toBe(true);
  await page.goto('/dashboard/links');
  await page.getByRole('button', { name: 'Tags' }).click();
  await expect(page.getByRole('option')).toHaveText([/early\s*30/, /late\s*30/]);
  await page.keyboard.type('earl');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(page.getByText('30 links found')).toBeVisible();
  const bar = page.getByRole('toolbar', { name: 'Selection' });
  await page.locator('li.ui-row[data-link]').first().getByRole('checkbox').check();
  await bar.getByRole('button', { name: 'Select all 25' }).click();
  await bar.getByRole('button', { name: 'Select all 30 matching links' }).click();
  await expect(bar).toContainText('30 selected');
  await bar.getByRole('button', { name: 'Archive' }).click();
  await expect(page.locator('li.ui-row[data-link]')).toHaveCount(0);
  await page.getByRole('link', { name: 'Analytics' }).first().click();
  await page.getByRole('link', { name: 'Links', exact: true }).first().click();
  await page.getByRole('button', { name: 'Recent changes' }).click();
  await page.getByRole('menuitem', { name: /30 links archived/ }).click();
  await expect(page.getByText('60 links', { exact: true })).toBeVisible();
});

test('an import leads to its own links and can be undone, except what was changed since', async ({ page, request }) => {
  const person = await signUp(request);
  await logIn(page, person);
  const stamp = Date.now();
  const headers = { Authorization: `Bearer ${person.token}` };
  await request.post('/api/v1/links', { data: { url: 'https://example.com/mine', alias: `mine-${stamp}` }, headers });
  await page.goto('/dashboard/settings/import');
  const csv = ['alias,url', ...[1, 2, 3].map((at) => `in-${at}-${stamp},https://example.com/${at}`)].join('\n');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'links.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await page.getByRole('button', { name: /^Import/ }).click();
  await page.getByRole('link', { name: 'View imported links' }).click();
  await expect(page.getByText('3 links found')).toBeVisible();
  await expect(page.locator('.links-filter')).toContainText('links.csv');
  const found = await request.get('/api/v1/links', { params: { search: `in-2-${stamp}` }, headers });
  const [changed] = (await found.json()).items;
  await request.patch(`/api/v1/links/${changed.id}`, { data: { title: 'Changed' }, headers });
  await page.goBack();
  await page.getByRole('button', { name: 'Undo import' }).click();
  await page.getByRole('button', { name: 'Delete imported links' }).click();
  await expect(page.locator('.ui-toast').filter({ hasText: '2 imported links deleted, 1 left' })).toBeVisible();
  await page.goto('/dashboard/links');
  await expect(page.getByText('2 links', { exact: true })).toBeVisible();
});

test('a pasted list of addresses is shortened in one go, with a result for each line', async ({ page, request }) => {
  const person = await signUp(request);
  await logIn(page, person);
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
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('2 links', { exact: true })).toBeVisible();
});
