import { readFile } from 'node:fs/promises';
import { expect, test } from '../fixtures/guards';
import { picture } from '../fixtures/picture';
import { bearer } from '../fixtures/teams';
import { logIn, signUp } from '../fixtures/user';
import { createLink } from '../fixtures/visitors';

/** A green square in a file that would run a program and load from another host if it were a page. */
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <script>fetch('https://evil.example/script')</script>
  <style>@import url('https://evil.example/style.css');</style>
  <rect width="32" height="32" fill="#04755b" onload="fetch('https://evil.example/handler')" />
  <image href="https://evil.example/image.png" width="32" height="32" />
</svg>`;

test('AC-219 a QR code gets an SVG logo without a description, and all codes are downloaded as an archive', async ({
  page,
  request,
}) => {
  const person = await signUp(request);
  await logIn(page, person);
  const link = await createLink(request, person, { url: 'https://example.com/menu', alias: `logo-${Date.now()}` });
  await page.goto(`/dashboard/qr-codes/new?linkId=${link.id}`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Table tent');
  await page.getByText('Logo and background').click();
  await page.getByRole('button', { name: 'Choose logo' }).click();
  const library = page.getByRole('dialog', { name: 'Media library' });
  const buffer = Buffer.from(LOGO);
  await library.locator('input[type=file]').setInputFiles({ name: 'oats.svg', mimeType: 'image/svg+xml', buffer });
  await library.getByRole('button', { name: 'Upload image' }).click();
  await expect(page.getByRole('spinbutton', { name: 'Logo size' })).toHaveValue('20');
  const preview = page.getByRole('img', { name: `QR code of /${link.alias}` });
  await expect(preview).toHaveAttribute('src', /image%2F(png|jpeg)/);
  await expect(page.getByText('Scans reliably')).toBeVisible();
  await page.getByRole('button', { name: 'Create QR code' }).click();
  await expect(page.getByRole('heading', { name: 'Table tent' })).toBeVisible();
  await page.goto('/dashboard/qr-codes');

  await page.getByRole('button', { name: 'Download all codes' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'SVG' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^qr-codes-\d{4}-\d{2}-\d{2}\.zip$/);
  const bytes = await readFile(await file.path());
  expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
  expect(bytes.includes('Table tent.svg')).toBe(true);
});

test('the image of a background moves with its focal point, which the code keeps', async ({ page, request }) => {
  const person = await signUp(request);
  await logIn(page, person);
  const link = await createLink(request, person, { url: 'https://example.com/menu', alias: `sun-${Date.now()}` });
  await page.goto(`/dashboard/qr-codes/new?linkId=${link.id}`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Sunny');
  await page.getByText('Logo and background').click();
  await page.getByRole('button', { name: 'Choose background image' }).click();
  const library = page.getByRole('dialog', { name: 'Media library' });
  await library.locator('input[type=file]').setInputFiles(await picture(page));
  await library.getByRole('button', { name: 'Upload image' }).click();
  const left = page.getByRole('slider', { name: 'From the left' });
  await expect(left).toHaveValue('50');

  const preview = page.getByRole('img', { name: `QR code of /${link.alias}` });
  await expect(preview).toHaveAttribute('src', /image%2Fjpeg/);
  const middle = await preview.getAttribute('src');
  await left.press('End');
  await expect(preview).not.toHaveAttribute('src', middle ?? '');
  await left.press('ArrowLeft');
  await expect(left).toHaveValue('99');
  await page.getByRole('button', { name: 'Create QR code' }).click();
  await expect(page.getByRole('heading', { name: 'Sunny' })).toBeVisible();

  const list = await request.get('/api/v1/qr-codes', { headers: bearer(person) });
  const [code] = ((await list.json()) as { items: { id: string; look: { focalX: number; focalY: number } }[] }).items;
  expect(code?.look).toMatchObject({ focalX: 99, focalY: 50 });
  await page.goto(`/dashboard/qr-codes/${code?.id}`);
  await page.getByText('Logo and background').click();
  await expect(left).toHaveValue('99');
});
