import { expectNoAxeViolations } from '../fixtures/axe';
import { addBlock, createPage, expectSaved, publishInEditor } from '../fixtures/bio-pages';
import { expect, test } from '../fixtures/guards';
import { picture } from '../fixtures/picture';
import { logIn, signUp } from '../fixtures/user';

test('AC-220 an image is uploaded once and shown to visitors as profile picture and block', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  await logIn(page, await signUp(request));
  const handle = await createPage(page, 'Sun Street');
  await addBlock(page, 'image');

  await page.getByRole('button', { name: 'Choose image' }).click();
  const library = page.getByRole('dialog', { name: 'Media library' });
  await library.locator('input[type=file]').setInputFiles(await picture(page));
  await library.getByRole('button', { name: 'Crop', exact: true }).click();
  await library.getByRole('radio', { name: 'Square' }).click();
  await library.getByRole('button', { name: 'Apply crop' }).click();
  await library.getByRole('button', { name: 'Upload image' }).click();
  await expect(library.getByText('Describe the image for people who cannot see it.')).toBeVisible();
  await library.getByRole('textbox', { name: 'Alternative text' }).fill('A white sun');
  await library.getByRole('button', { name: 'Upload image' }).click();
  await expect(library).toBeHidden();
  await expect(page.frameLocator('iframe').getByRole('img', { name: 'A white sun' })).toBeVisible();
  await expectSaved(page);

  await page.getByRole('button', { name: 'Adjust image' }).click();
  const adjust = page.getByRole('dialog', { name: 'Adjust image' });
  const shown = adjust.locator('.media-focal-image img');
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1000);
  expect(await shown.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBe(1000);
  const box = await shown.boundingBox();
  await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 4, (box?.y ?? 0) + (box?.height ?? 0) / 2);
  await expect(adjust.getByRole('slider', { name: 'From the left' })).toHaveValue('25');
  await adjust.getByRole('slider', { name: 'From the top' }).press('Home');
  await expectNoAxeViolations(page);
  await adjust.getByRole('button', { name: 'Save image' }).click();
  await expect(adjust).toBeHidden();

  await page.goto(`${page.url().split('?')[0]}?tab=settings`);
  await page.getByRole('button', { name: 'Choose profile picture' }).click();
  await expect(library.getByRole('button', { name: 'Use A white sun' })).toBeVisible();
  await expect(library.getByRole('button', { name: 'Delete A white sun' })).toHaveCount(0);
  await expectNoAxeViolations(page);
  await library.getByRole('button', { name: 'Use A white sun' }).click();
  await publishInEditor(page);

  const visitor = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const open = await visitor.newPage();
  const files: string[] = [];
  open.on('response', (response) => {
    if (response.url().includes('/media/')) files.push(`${response.status()} ${response.headers()['content-type']}`);
  });
  await open.goto(`/@${handle}`, { waitUntil: 'networkidle' });
  await expect(open.getByRole('img', { name: 'A white sun' })).toHaveCount(2);
  const avatar = open.getByRole('img', { name: 'A white sun' }).first();
  expect(await avatar.evaluate((image) => getComputedStyle(image).objectPosition)).toBe('25% 0%');
  expect(new Set(files)).toEqual(new Set(['200 image/webp']));
  await visitor.close();
});
