import { readFile } from 'node:fs/promises';
import { inflateSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expectNoAxeViolations, expectNoAxeViolationsNow } from '../fixtures/axe';
import { expect, test } from '../fixtures/guards';
import { logIn, signUp, type TestUser } from '../fixtures/user';
import { createLink, visit } from '../fixtures/visitors';
import { scaled } from '../pace/pace';

const unique = (name: string) => `${name}-${Date.now()}`;

/** Selects an item of the export menu and returns the downloaded file. */
async function exported(page: Page, entry: string) {
  await page.getByRole('button', { name: 'Export' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: entry, exact: true }).click(),
  ]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

/** The number of distinct bytes in a PNG's pixel data, which is small for a blank image. */
function shadesOf(png: Buffer): number {
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) {
    const isData = png.toString('latin1', at + 4, at + 8) === 'IDAT';
    if (isData) parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  return new Set(inflateSync(Buffer.concat(parts))).size;
}

/** Tracks a conversion, as the destination's server does. */
async function track(page: Page, person: TestUser, path: string, data: Record<string, unknown>) {
  const headers = { Authorization: `Bearer ${person.token}` };
  expect((await page.request.post(`/api/v1/track/${path}`, { data, headers })).status()).toBe(201);
}

test('a report is shared with a password, exported and unshared', async ({ page, request, browser, baseURL }) => {
  const person = await signUp(request);
  await logIn(page, person);
  const alias = unique('launch');
  const link = await createLink(request, person, { url: 'http://127.0.0.1:1/shop', alias, trackConversions: true });
  await createLink(request, person, { url: 'http://127.0.0.1:1/', alias: unique('secret') });
  const sent = new URL(await visit(request, link.shortUrl));
  await visit(request, `${link.shortUrl}?qr=1`);
  const clickId = sent.searchParams.get('linnet_click');
  await track(page, person, 'lead', { clickId, customerId: 'ada' });
  await track(page, person, 'sale', { customerId: 'ada', amount: 4999, currency: 'EUR', invoiceId: 'INV-1' });

  await page.goto(`/dashboard/links/${link.id}`);
  await expect(page.locator('.ui-kpi', { hasText: 'Clicks' }).first()).toContainText('2');
  await expect(async () => {
    await page.reload();
    await expect(page.locator('.ui-kpi', { hasText: 'Sales' })).toContainText('€49.99', { timeout: scaled(1_000) });
  }).toPass();

  const csv = await exported(page, 'Clicks as CSV');
  expect(csv.name).toMatch(/^linnet-clicks-.*\.csv$/);
  expect(csv.bytes.toString().trim().split('\n')).toHaveLength(3);
  expect(csv.bytes.toString()).toContain(clickId as string);
  const parquet = await exported(page, 'Clicks as Parquet');
  expect([parquet.bytes.subarray(0, 4).toString(), parquet.bytes.subarray(-4).toString()]).toEqual(['PAR1', 'PAR1']);
  const table = await exported(page, 'Countries');
  expect(table.bytes.toString()).toMatch(/^\ufeffcountry,label,clicks,uniques,leads,sales,imported\r\n/);
  const png = await exported(page, 'Chart as PNG');
  expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
  expect([png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)]).toEqual([2400, 1260]);
  expect(shadesOf(png.bytes)).toBeGreaterThan(100);

  await page.evaluate(() => Object.assign(window, { print: () => document.body.setAttribute('data-printed', '') }));
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Print or save as PDF' }).click();
  await expect(page.locator('[data-printed]')).toBeVisible();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByText('Clicks by people, bots excluded')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Over time' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Export' })).toBeHidden();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light');
  await page.emulateMedia({ media: null, colorScheme: null });
  await expect(page.getByText('Clicks by people, bots excluded')).toBeHidden();

  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: `Share /${alias}` });
  await dialog.getByLabel('Password', { exact: true }).fill('open sesame');
  await dialog.getByRole('button', { name: 'Create public page' }).click();
  const address = await dialog.getByRole('textbox', { name: 'Link to the page' }).inputValue();
  await expectNoAxeViolationsNow(page);

  const stranger = await browser.newContext({ baseURL });
  const shared = await stranger.newPage();
  await shared.goto(address);
  await expect(shared.getByRole('heading', { name: 'This page is password protected' })).toBeVisible();
  expect(await shared.content()).not.toContain(alias);
  const password = shared.getByLabel('Password', { exact: true });
  await password.fill('open says me');
  await shared.getByRole('button', { name: 'View report' }).click();
  await expect(shared.getByRole('alert')).toHaveText('Incorrect password. Try again.');
  await password.fill('open sesame');
  await shared.getByRole('button', { name: 'View report' }).click();
  await expect(shared.getByRole('heading', { level: 1 })).toContainText(`/${alias}`);
  await expect(shared.getByRole('button', { name: /^Clicks 2/ })).toBeVisible();
  await shared.getByRole('button', { name: /^QR scans 1/ }).click();
  await expect(shared.getByRole('slider', { name: /^QR scans per day/ })).toBeVisible();
  await expect(shared.getByText('secret-')).toBeHidden();
  await expect(shared.getByText('49.99')).toBeHidden();
  await expectNoAxeViolations(shared, [390]);
  await shared.getByRole('button', { name: /^Desktop/ }).click();
  await expect(shared).toHaveURL(/device=desktop/);
  await shared.getByRole('radio', { name: '7 days' }).click();
  await shared.reload(); // the tab remembers the password
  await expect(shared.getByRole('button', { name: /^Clicks 2/ })).toBeVisible();

  await dialog.getByRole('button', { name: /^Stop sharing/ }).click();
  const question = page.getByRole('alertdialog');
  await question.waitFor();
  // Of elements with one z-index the later one is on top: dialog, overlay of the question, question.
  const layers = await page
    .locator('.ui-dialog, .ui-overlay')
    .evaluateAll((elements) => elements.slice(1).map((element) => getComputedStyle(element).zIndex));
  expect(layers).toEqual(Array(3).fill(layers[0]));
  await question.getByRole('button', { name: 'Stop sharing' }).click();
  await expect(dialog.getByText('No shared pages yet.')).toBeVisible();
  await shared.reload();
  await expect(shared.getByRole('heading', { name: 'This page isn’t available' })).toBeVisible();
  await stranger.close();
});
