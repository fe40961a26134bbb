import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/guards';
import { linkRows } from '../fixtures/screen';
import { logIn, signUp, type TestUser } from '../fixtures/user';
import { scaled } from '../pace/pace';

const ROWS = 1_000;

/** A file with Shlink's headers. Hashing the eighty passwords takes seconds, which leaves time to cancel the import. */
function shlinkExport(stamp: number): string {
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const password = row >= 20 && row < 100 ? 'Correct-Horse-1' : '';
    return `https://example.com/page/${row},m${row}-${stamp},"=Title, ${row}",press|spring,${row},${password}`;
  });
  return ['Long URL,Short code,Title,Tags,Visits,Password', ...rows].join('\r\n');
}

const csvFile = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

async function download(page: Page, start: () => Promise<void>): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), start()]);
  return readFile(await file.path(), 'utf8');
}

let person: TestUser;

test.beforeEach(async ({ page, request }) => {
  person = await signUp(request);
  await logIn(page, person);
});

test.describe('an upload', () => {
  test.use({ allowedConsole: [/Failed to load resource.*422/] });

  test('with broken CSV is rejected with the reason', async ({ page }) => {
    await page.goto('/dashboard/links');
    await page.getByRole('link', { name: 'Import from another service' }).click();
    await expect(page.getByRole('heading', { name: 'Import links' })).toBeVisible();
    await page.getByLabel('Choose file').setInputFiles(csvFile('broken.csv', 'url\n"https://a.example'));
    await expect(page.getByRole('alert')).toContainText('never closed');
  });
});

test('the preview shows detected columns, results and the plan’s limit, and follows the column mapping', async ({
  page,
}) => {
  const stamp = Date.now();
  await page.goto('/dashboard/settings/import');
  await page.getByLabel('Choose file').setInputFiles(csvFile('links.csv', shlinkExport(stamp)));
  await expect(page.getByText('detected as a Shlink export')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Column Visits' })).toHaveText('Clicks');
  await expect(page.getByText('1,000 new, 0 updated')).toBeVisible();
  await expect(page.getByText('Your plan allows 100 more links, but this file creates 1,000.')).toBeVisible();
  await expect(page.getByRole('cell', { name: `m0-${stamp}` })).toBeVisible();

  const destination = page.getByRole('combobox', { name: 'Column Long URL' });
  await destination.click();
  await page.getByRole('option', { name: 'Don’t import' }).click();
  await expect(page.getByText('Select “Destination” for the column')).toBeVisible();
  await destination.click();
  await page.getByRole('option', { name: 'Destination' }).click();
  await expect(page.getByText('1,000 new, 0 updated')).toBeVisible();
});

test.describe('an import beyond the plan’s limit', () => {
  test.use({ allowedConsole: [/Failed to load resource.*402/] });

  test('imports the rows that fit, is cancelled, resumed and reported', async ({ page }) => {
    test.slow(); // eighty passwords are hashed
    const stamp = Date.now();
    const job = page.getByRole('region', { name: 'links.csv' });

    await test.step('import the first 100 rows', async () => {
      await page.goto('/dashboard/settings/import');
      await page.getByLabel('Choose file').setInputFiles(csvFile('links.csv', shlinkExport(stamp)));
      await page.getByRole('button', { name: 'Import 1,000 rows' }).click();
      await expect(page.getByRole('alert')).toContainText('has room for 100 more, but this file has 1000 rows');
      await page.getByRole('button', { name: 'Import the first 100' }).click();
      await expect(job.getByText(/^\d+ of 1,000 rows$/)).toBeVisible();
    });

    await test.step('cancel it, and resume it after a reload', async () => {
      await job.getByRole('button', { name: 'Cancel links.csv' }).click();
      await expect(job.getByText('Cancelled')).toBeVisible();
      await page.reload();
      // The next page would abort the request.
      const resumed = page.waitForResponse((response) => response.url().endsWith('/resume'));
      await job.getByRole('button', { name: 'Resume links.csv' }).click();
      await resumed;
      await page.goto('/dashboard/settings/jobs');
      // The row and, for a moment, the tray show the result.
      await expect(page.getByRole('main').getByText('100 created, 900 failed').first()).toBeVisible({
        timeout: scaled(60_000),
      });
    });

    await test.step('download the report', async () => {
      const report = await download(page, () => page.getByRole('button', { name: 'Report: links.csv' }).click());
      expect(report.trim().split('\r\n')).toHaveLength(ROWS + 1);
      expect(report).toContain(`1,2,created,`);
      expect(report).toContain('1000,1001,failed,');
    });

    await test.step('show title and clicks of an imported link', async () => {
      await page.goto(`/dashboard/links?q=m7-${stamp}`);
      await expect(linkRows(page)).toHaveCount(1);
      await expect(linkRows(page)).toContainText('=Title, 7');
      await expect(linkRows(page).getByText('7 clicks', { exact: true })).toBeVisible();
    });
  });
});

test('an export contains the matching links, with spreadsheet formulas escaped', async ({ page, request }) => {
  const stamp = Date.now();
  const rows = [6, 7].map(
    (row) => `https://example.com/page/${row},m${row}-${stamp},"=Title, ${row}",press|spring,${row}`,
  );
  const imported = await request.post('/api/v1/imports', {
    headers: { Authorization: `Bearer ${person.token}`, 'Content-Type': 'text/csv' },
    data: ['Long URL,Short code,Title,Tags,Visits', ...rows].join('\r\n'),
  });
  expect(imported.status(), await imported.text()).toBe(201);
  await expect(async () => {
    await page.goto(`/dashboard/links?q=m7-${stamp}`);
    await expect(linkRows(page)).toHaveCount(1, { timeout: scaled(2_000) });
  }).toPass();
  const csv = await download(page, async () => {
    await page.getByRole('button', { name: 'Import and export' }).click();
    await page.getByRole('menuitem', { name: 'Export as CSV' }).click();
  });
  expect(csv.trim().split('\r\n')).toHaveLength(2);
  expect(csv).toContain(`https://example.com/page/7,"'=Title, 7","press,spring",,7,`);
});
