import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectNoAxeViolationsNow } from '../fixtures/axe';
import { expect, test } from '../fixtures/guards';
import { logIn, signUp, type TestUser } from '../fixtures/user';
import { createLink, startDestination, visit } from '../fixtures/visitors';
import { scaled } from '../pace/pace';

let person: TestUser;
const unique = (name: string) => `${name}-${Date.now()}`;

test.beforeEach(async ({ page, request }) => {
  person = await signUp(request);
  await logIn(page, person);
});

/** Downloads the code in a format of its menu, and returns the file. */
async function saved(page: Page, button: string, format: string) {
  await page.getByRole('button', { name: button }).click();
  const item = page.getByRole('menuitem', { name: format });
  const [file] = await Promise.all([page.waitForEvent('download'), item.click()]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

/** The content of the first code according to the API. The server's tests decode the images. */
async function contentOf(page: Page): Promise<string> {
  const response = await page.request.get('/api/v1/qr-codes', { headers: { Authorization: `Bearer ${person.token}` } });
  const { items } = (await response.json()) as { items: { content: string }[] };
  return items[0]?.content ?? '';
}

test('AC-219 a QR code with custom colors is created, downloaded, scanned and counted', async ({ page, request }) => {
  const place = await startDestination();
  const link = await createLink(request, person, { url: place.url, alias: unique('menu') });
  await page.goto('/dashboard/qr-codes');
  await expect(page.getByRole('heading', { name: 'No QR codes yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Create a QR Code' }).click();

  const dialog = page.getByRole('dialog', { name: 'Create a QR Code' });
  await dialog.getByRole('combobox', { name: 'Link' }).fill(link.alias);
  await dialog.getByRole('option', { name: `/${link.alias}` }).click();
  await expectNoAxeViolationsNow(page);
  await dialog.getByRole('link', { name: 'Design in studio' }).click();
  await expect(dialog).toBeHidden(); // it has a name, too

  await page.getByRole('textbox', { name: 'Name' }).fill('Table tent');
  await page.getByRole('textbox', { name: 'Foreground', exact: true }).fill('#04755b');
  await expect(page.getByText(/^Contrast \d+\.\d:1/)).toBeVisible();
  const preview = page.getByRole('img', { name: `QR code of /${link.alias}` });
  await expect(preview).toHaveAttribute('src', /%2304755b/);
  await page.getByText('Error correction and margin').click();
  await page.getByRole('radio', { name: 'Q', exact: true }).click();
  await expect(page.getByText('Scans reliably')).toBeVisible();
  await page.getByRole('spinbutton', { name: 'Margin' }).fill('1');
  await page.getByRole('button', { name: /^Fix: The margin/ }).click();
  await expect(page.getByRole('spinbutton', { name: 'Margin' })).toHaveValue('4');
  await expect(page.getByText('Scans reliably')).toBeVisible();
  // The browser has decoded the image.
  await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1024);
  await page.getByRole('button', { name: 'Create QR code' }).click();
  await expect(page.getByRole('heading', { name: 'Table tent' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeDisabled();
  await page.getByRole('button', { name: 'Download SVG' }).waitFor();
  await page.getByRole('link', { name: 'QR codes', exact: true }).click();
  await expect(page.getByText('1 code', { exact: true })).toBeVisible();
  await expectNoAxeViolationsNow(page);

  const svg = await saved(page, 'Download Table tent', 'SVG');
  expect(svg.name).toBe('Table tent.svg');
  expect(svg.bytes.toString()).toMatch(/^<svg .*fill="#04755b"/);
  const png = await saved(page, 'Download Table tent', 'PNG');
  expect(png.name).toBe('Table tent.png');
  expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
  expect(png.bytes.readUInt32BE(16)).toBe(1024);
  const pdf = await saved(page, 'Download Table tent', 'PDF for print');
  expect(pdf.name).toBe('Table tent.pdf');
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');

  const content = await contentOf(page);
  expect(content.replace(link.shortUrl, '')).toMatch(/^\?qr=[0-9a-z]{13}$/);
  expect(await visit(request, content)).toBe(place.url);
  await visit(request, link.shortUrl);
  place.close();
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('1 scan', { exact: true })).toBeVisible({ timeout: scaled(2_000) });
  }).toPass();
});

test('a QR code is edited and deleted while its link keeps working', async ({ page, request }) => {
  const link = await createLink(request, person, { url: 'https://example.com/', alias: unique('box') });
  await page.goto(`/dashboard/qr-codes?new=1&linkId=${link.id}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Create QR code' }).click();
  await expect(page).toHaveURL(/\/dashboard\/qr-codes$/);
  await page.getByRole('button', { name: `Edit /${link.alias}` }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Box');
  await page.getByRole('link', { name: 'QR codes', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Continue editing' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('heading', { name: 'Box' })).toBeVisible();

  await page.goto('/dashboard');
  await expect(page.getByText('1 created')).toBeVisible();
  await expect(page.getByRole('link', { name: `QR code of /${link.alias}` })).toBeVisible();
  await page.getByRole('article').filter({ hasText: 'QR Codes' }).getByRole('link', { name: 'View all' }).click();

  await page.getByRole('button', { name: 'Delete Box' }).click();
  await page.getByRole('button', { name: 'Delete QR code' }).click();
  await expect(page.getByRole('heading', { name: 'No QR codes yet' })).toBeVisible();
  expect(await visit(request, `${link.shortUrl}?qr=1`)).toBe('https://example.com/');
});

test('AC-182 the home and a link’s menu open the create dialog', async ({ page, request }) => {
  const link = await createLink(request, person, { url: 'https://example.com/', alias: unique('way') });
  await page.goto('/dashboard');
  await page.getByRole('link', { name: /^Create a QR Code/ }).click();
  await expect(page.getByRole('dialog', { name: 'Create a QR Code' })).toBeVisible();
  await page.goto(`/dashboard/links/${link.id}`);
  await page.getByLabel('More', { exact: true }).click();
  await page.getByRole('menuitem', { name: 'QR code' }).click();
  await expect(page.getByRole('img', { name: `QR code of /${link.alias}` })).toBeVisible();
});

test('a preset is applied to several codes, whose contents stay', async ({ page, request }) => {
  const headers = { Authorization: `Bearer ${person.token}` };
  const created = async (data: object) => {
    const response = await request.post('/api/v1/qr-codes', { headers, data });
    return (await response.json()) as { id: string; content: string };
  };
  const link = await createLink(request, person, { url: 'https://example.com/', alias: unique('bulk') });
  const poster = await created({ linkId: link.id, name: 'Poster' });
  const guests = await created({ staticContent: { type: 'wifi', ssid: 'Guests', security: 'none' } });
  await request.post('/api/v1/qr-presets', { headers, data: { name: 'Spring', look: { dark: '#5b2a86' } } });

  await page.goto('/dashboard/qr-codes');
  await page.getByRole('checkbox', { name: 'Select Poster' }).check();
  await page.getByRole('button', { name: 'Select all 2' }).click();
  await page.getByRole('button', { name: 'Apply preset' }).click();
  const dialog = page.getByRole('dialog', { name: 'Apply preset to 2 codes' });
  await dialog.getByRole('radio', { name: 'Spring' }).check();
  await dialog.getByRole('button', { name: 'Apply preset' }).click();
  await expect(page.getByText('Spring applied to 2 codes')).toBeVisible();
  await expect(page.getByRole('img', { name: 'QR code of Guests' })).toHaveAttribute('src', /%235b2a86/);
  for (const { id, content } of [poster, guests]) {
    const code = await (await request.get(`/api/v1/qr-codes/${id}`, { headers })).json();
    expect(code).toMatchObject({ content, look: { dark: '#5b2a86' } });
  }
});

test.describe('static codes', () => {
  test.use({ allowedConsole: [/status of 422/] });

  test('a static code of a network is created, shown in words, and redesigned', async ({ page }) => {
    await page.goto('/dashboard/qr-codes?new=1');
    const dialog = page.getByRole('dialog', { name: 'Create a QR Code' });
    await dialog.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'Wi-Fi network' }).click();
    await dialog.getByRole('textbox', { name: 'Network name' }).fill('Guests');
    await dialog.getByLabel('Network password', { exact: true }).fill('short');
    await dialog.getByRole('button', { name: 'Create QR code' }).click();
    await expect(dialog.getByText(/^A WPA password has 8 to 63/)).toBeVisible();
    await dialog.getByLabel('Network password', { exact: true }).fill('open sesame');
    await expect(dialog.getByRole('img', { name: 'QR code of Wi-Fi network' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Create QR code' }).click();

    await expect(page.getByText('Wi-Fi network: Guests, WPA')).toBeVisible();
    await expect(page.getByText('Scans are not counted')).toBeVisible();
    expect(await contentOf(page)).toBe('WIFI:T:WPA;S:Guests;P:open sesame;;');
    await expectNoAxeViolationsNow(page);

    await page.getByRole('button', { name: 'Edit Guests' }).click();
    await expect(page.getByRole('textbox', { name: 'Network name' })).toHaveValue('Guests');
    await page.getByRole('textbox', { name: 'Foreground', exact: true }).fill('#04755b');
    const preview = page.getByRole('img', { name: 'QR code of Guests' });
    await expect(preview).toHaveAttribute('src', /%2304755b/);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('QR code saved')).toBeVisible();
    expect(await contentOf(page)).toBe('WIFI:T:WPA;S:Guests;P:open sesame;;');
  });
});
