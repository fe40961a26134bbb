import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectNoAxeViolations, WIDTHS } from '../fixtures/axe';
import { expect, test } from '../fixtures/guards';
import { logIn, signUp, type TestUser } from '../fixtures/user';
import { createLink } from '../fixtures/visitors';

let person: TestUser;

test.beforeEach(async ({ page, request }) => {
  person = await signUp(request);
  await logIn(page, person);
});

const drawing = (page: Page, alias: string) => page.getByRole('img', { name: `QR code of /${alias}`, exact: true });
const tile = (page: Page, group: string, name: string) =>
  page.getByRole('group', { name: group }).getByRole('radio', { name });

test('a design is compared, shown in its printed size and downloaded as the server draws it', async ({
  page,
  request,
}) => {
  const link = await createLink(request, person, { url: 'https://example.com/', alias: `studio-${Date.now()}` });
  await page.goto(`/dashboard/qr-codes/new?linkId=${link.id}`);
  const code = drawing(page, link.alias);
  await expect(code).toHaveAttribute('src', /^data:image\/svg/);
  await page.getByRole('button', { name: 'Create QR code' }).click();
  await expect(page).toHaveURL(/\/qr-codes\/qrc_/);

  await page.getByRole('button', { name: 'Compare designs' }).click();
  await tile(page, 'Module shape', 'Dots').check({ force: true });
  await tile(page, 'Corner frames', 'Drop').check({ force: true });
  await page.getByRole('button', { name: 'Use design B' }).click();
  await page
    .getByRole('group', { name: 'Preview on' })
    .getByRole('radio', { name: 'Real size' })
    .check({ force: true });
  await page.getByRole('spinbutton', { name: 'Width in mm' }).fill('50');
  await expect(page.getByText(/^50 × 50 mm/)).toBeVisible();
  await expect.poll(async () => Math.round((await code.boundingBox())?.width ?? 0)).toBe(189); // 50 mm at 96 dpi
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Unsaved changes')).toBeHidden();

  const shown = decodeURIComponent(((await code.getAttribute('src')) ?? '').replace(/^[^,]*,/, ''));
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download SVG' }).click(),
  ]);
  expect((await readFile(await file.path())).toString()).toBe(shown);
});

test('a design is made, undone and saved with the keyboard alone', async ({ page, request }) => {
  const link = await createLink(request, person, { url: 'https://example.com/', alias: `keys-${Date.now()}` });
  await page.goto(`/dashboard/qr-codes/new?linkId=${link.id}`);
  await expect(drawing(page, link.alias)).toBeVisible();
  await page.getByRole('textbox', { name: 'Name' }).focus();
  await page.keyboard.type('Door');
  // The headings of the presets and of the shapes.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(tile(page, 'Module shape', 'Square')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(tile(page, 'Module shape', 'Rounded')).toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await expect(tile(page, 'Corner frames', 'Rounded')).toBeChecked();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(tile(page, 'Corner frames', 'Square')).toBeChecked();
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(tile(page, 'Corner frames', 'Rounded')).toBeChecked();
  await page.getByRole('button', { name: 'Create QR code' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Door' })).toBeVisible();
});

test('the studio has no axe violations and does not scroll sideways', async ({ page, request }) => {
  const link = await createLink(request, person, { url: 'https://example.com/', alias: 'axe' });
  await page.goto(`/dashboard/qr-codes/new?linkId=${link.id}`);
  await expect(drawing(page, link.alias)).toBeVisible();
  await expect(page.getByText('Scans reliably')).toBeVisible();
  for (const section of ['Frame', 'Logo and background', 'Error correction and margin']) {
    await page.locator('summary', { hasText: section }).click();
  }
  for (const width of WIDTHS) {
    await expectNoAxeViolations(page, [width]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `${width}`).toBeLessThanOrEqual(0);
  }
});

test('the rating stays in view, and measures the code that will be saved', async ({ page, request }) => {
  const link = await createLink(request, person, { url: 'https://example.com/', alias: 'measured' });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`/dashboard/qr-codes/new?linkId=${link.id}`);
  await expect(page.getByText('Scans reliably')).toBeVisible();
  for (const section of ['Frame', 'Logo and background', 'Error correction and margin']) {
    await page.locator('summary', { hasText: section }).click();
  }
  await page.mouse.move(200, 600);
  await page.mouse.wheel(0, 5_000);
  await expect(page.getByText('Scans reliably')).toBeInViewport({ ratio: 1 });

  const size = page.getByText(/\d+ × \d+ modules/);
  const before = await size.textContent();
  await page.getByRole('textbox', { name: 'Name' }).fill('Poster');
  await page.getByRole('button', { name: 'Create QR code' }).click();
  await expect(page.getByRole('heading', { name: 'Poster' })).toBeVisible();
  await expect(size).toHaveText(before ?? '');
});
