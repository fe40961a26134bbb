import { createPage, publishInEditor } from '../fixtures/bio-pages';
import { expect, test } from '../fixtures/guards';
import { picture } from '../fixtures/picture';
import { logIn, signUp } from '../fixtures/user';

/** The relative luminance of WCAG 2.2 of a color with channels from 0 to 255. */
function luminance(color: readonly number[]): number {
  const [r = 0, g = 0, b = 0] = color.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

const ratio = (a: number, b: number) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

test('an image is the background of a page, and its text is readable on every pixel', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  await logIn(page, await signUp(request));
  const handle = await createPage(page, 'Sky Street');
  await page.getByRole('tab', { name: 'Design' }).click();
  await page.getByRole('radio', { name: 'Image' }).click();
  const library = page.getByRole('dialog', { name: 'Media library' });
  await library.locator('input[type=file]').setInputFiles(await picture(page));
  await library.getByRole('textbox', { name: 'Alternative text' }).fill('A white sun');
  await library.getByRole('button', { name: 'Upload image' }).click();
  await expect(library).toBeHidden();
  await page.getByRole('slider', { name: 'Shade' }).press('Home');
  await expect(page.getByText(/^Text would be hard to read on some images/)).toBeVisible();
  await publishInEditor(page);

  for (const { colorScheme, width, file } of [
    { colorScheme: 'light', width: 320, file: '-640.webp' },
    { colorScheme: 'dark', width: 1280, file: '-1280.webp' },
  ] as const) {
    const viewport = { width, height: 800 };
    const visitor = await browser.newContext({ baseURL, javaScriptEnabled: false, colorScheme, viewport });
    const open = await visitor.newPage();
    const files: string[] = [];
    open.on('response', (response) => {
      if (response.url().includes('/media/')) files.push(`${response.status()} ${response.url()}`);
    });
    await open.goto(`/@${handle}`);
    await expect.poll(() => files).toEqual([expect.stringMatching(new RegExp(`^200 .*${file}$`))]);
    const look = await open.evaluate(() => {
      const [image, shade] = [getComputedStyle(document.body, '::before'), getComputedStyle(document.body, '::after')];
      return {
        image: [image.position, image.backgroundSize, image.backgroundRepeat],
        shade: shade.backgroundColor,
        text: getComputedStyle(document.querySelector('h1') as Element).color,
        wide: document.documentElement.scrollWidth,
      };
    });
    expect(look.image).toEqual(['fixed', 'cover', 'no-repeat']);
    expect(look.wide).toBe(width);
    const [r = 0, g = 0, b = 0, alpha = 0] = (look.shade.match(/[\d.]+/g) ?? []).map(Number);
    expect(alpha).toBeGreaterThan(0.3);
    expect(alpha).toBeLessThan(0.9);
    const text = luminance((look.text.match(/[\d.]+/g) ?? []).map(Number));
    for (const pixel of [0, 128, 255]) {
      const shaded = [r, g, b].map((channel) => channel * alpha + pixel * (1 - alpha));
      expect(ratio(text, luminance(shaded))).toBeGreaterThanOrEqual(4.5);
    }
    await open.emulateMedia({ media: 'print' });
    expect(await open.evaluate(() => getComputedStyle(document.body, '::before').content)).toBe('none');
    await visitor.close();
  }
});
