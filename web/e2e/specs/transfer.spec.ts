import { readFile } from 'node:fs/promises';
import { expect, test } from '../fixtures/guards';
import { logIn, signUp } from '../fixtures/person';
import { scaled } from '../pace/pace';

const ROWS = 1_000;

/** A file with Shlink's headers. Eighty passwords among the rows that have room take seconds to hash: time to cancel. */
function file(stamp: number): string {
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const password = row >= 20 && row < 100 ? 'Correct-Horse-1' : '';
    return `https://example.com/page/${row},m${row}-${stamp},"=Title, ${row}",press|spring,${row},${password}`;
  });
  return ['Long URL,Short code,Title,Tags,Visits,Password', ...rows].join('\r\n');
}

test.use({ allowedConsole: [/Failed to load resource.*4(02|22)/] });

test('a thousand rows are seen beforehand, imported, stopped, resumed, reported, and exported again', async ({
  page,
  request,
}) => {
  test.slow(); // eighty passwords are hashed
  await logIn(page, await signUp(request));
  const stamp = Date.now();
  await page.goto('/dashboard/links');
  await page.getByRole('link', { name: 'Import from another service' }).click();
  await expect(page.getByRole('heading', { name: 'Import links' })).toBeVisible();

  const chooser = page.getByLabel('Choose file');
  await chooser.setInputFiles({
    name: 'broken.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('url\n"https://a.example'),
  });
  await expect(page.getByRole('alert')).toContainText('never closed');
  await chooser.setInputFiles({ name: 'links.csv', mimeType: 'text/csv', buffer: Buffer.from(file(stamp)) });
  await expect(page.getByText('detected as a Shlink export')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Column Visits' })).toHaveText('Clicks');
  await expect(page.getByText('1,000 new, 0 updated')).toBeVisible();
  await expect(page.getByText('Your plan allows 100 more links, but this file creates 1,000.')).toBeVisible();
  await expect(page.getByRole('cell', { name: `m0-${stamp}` })).toBeVisible();
  // A column that is left out is left out of the preview too.
  await page.getByRole('combobox', { name: 'Column Long URL' }).click();
  await page.getByRole('option', { name: 'Don’t import' }).click();
  await expect(page.getByText('Select “Destination” for the column')).toBeVisible();
  await page.getByRole('combobox', { name: 'Column Long URL' }).click();
  await page.getByRole('option', { name: 'Destination' }).click();

  await page.getByRole('button', { name: 'Import 1,000 rows' }).click();
  await expect(page.getByRole('alert')).toContainText('has room for 100 more, but this file has 1000 rows');
  await page.getByRole('button', { name: 'Import the first 100' }).click();
  const job = page.getByRole('region', { name: 'links.csv' });
  await expect(job.getByText(/^\d+ of 1,000 rows$/)).toBeVisible();
  await job.getByRole('button', { name: 'Cancel links.csv' }).click();
  await expect(job.getByText('Cancelled')).toBeVisible();
  await page.reload();
  await job.getByRole('button', { name: 'Resume links.csv' }).click();
  await page.goto('/dashboard/settings/jobs');
  // The row and, for a moment, the tray both say so.
  await expect(page.getByRole('main').getByText('100 created, 900 failed').first()).toBeVisible({
    timeout: scaled(60_000),
  });

  const reported = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Report: links.csv' }).click();
  const report = await readFile(await (await reported).path(), 'utf8');
  expect(report.trim().split('\r\n')).toHaveLength(ROWS + 1);
  expect(report).toContain(`1,2,created,`);
  expect(report).toContain('1000,1001,failed,');

  await page.goto(`/dashboard/links?q=m7-${stamp}`);
  const row = page.locator('li.ui-row[data-link]');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('=Title, 7');
  await expect(row.locator('.links-clicks b')).toHaveText('7 clicks');
  const exported = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Import and export' }).click();
  await page.getByRole('menuitem', { name: 'Export as CSV' }).click();
  const csv = await readFile(await (await exported).path(), 'utf8');
  expect(csv.trim().split('\r\n')).toHaveLength(2);
  expect(csv).toContain(`https://example.com/page/7,"'=Title, 7","press,spring",,7,`);
});
