import { publishPage } from '../fixtures/bio-pages';
import { expect, test } from '../fixtures/guards';
import { signUp } from '../fixtures/user';

const BLOCKS = [
  { type: 'link', title: 'See the menu', url: 'https://example.com/menu' },
  { type: 'video', url: 'https://vimeo.com/76979871' },
  { type: 'faq', items: [{ question: 'Do you have oat milk?', answer: 'It is in the name.' }] },
  { type: 'form', title: 'Bean letter', button: 'Subscribe', consent: 'Oat Street may mail me.' },
];

test('a dark page prints in black on white, with addresses and answers, without forms', async ({ page, request }) => {
  const { url } = await publishPage(request, await signUp(request), {
    title: 'Oat Street',
    theme: { preset: 'citrus', mode: 'dark' },
    blocks: BLOCKS,
  });
  await page.goto(url);
  const answer = page.getByText('It is in the name.');
  await expect(answer).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  const link = page.getByRole('link', { name: /^See the menu/ });
  for (const part of [page.getByRole('heading', { level: 1 }), link, answer]) {
    await expect(part).toHaveCSS('color', 'rgb(0, 0, 0)');
  }
  await expect(link).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  const [shortUrl] = (await link.getAttribute('href'))?.split('?') ?? [];
  expect(await link.evaluate((element) => getComputedStyle(element, '::after').content)).toBe(`"${shortUrl}"`);
  const video = page.getByRole('link', { name: /^Watch/ });
  expect(await video.evaluate((element) => getComputedStyle(element, '::after').content)).toBe(
    '"https://vimeo.com/76979871"',
  );
  await expect.poll(async () => (await answer.boundingBox())?.height ?? 0).toBeGreaterThan(0);
  await expect(page.getByRole('button', { name: 'Subscribe' })).toBeHidden();
});

test('buttons have a border and a background of their own under forced colors', async ({ page, request }) => {
  const { url } = await publishPage(request, await signUp(request), {
    title: 'Oat Street',
    theme: { preset: 'citrus', buttonStyle: 'outlined' },
    blocks: BLOCKS,
  });
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(url);
  for (const button of [
    page.getByRole('link', { name: /^See the menu/ }),
    page.getByRole('button', { name: 'Subscribe' }),
  ]) {
    await expect(button).toHaveCSS('border-top-style', 'solid');
    await expect(button).not.toHaveCSS('border-top-width', '0px');
    const system = await button.evaluate((element) => {
      const probe = document.createElement('div');
      element.append(probe);
      probe.style.backgroundColor = 'ButtonFace';
      const face = getComputedStyle(probe).backgroundColor;
      probe.remove();
      return face;
    });
    await expect(button).toHaveCSS('background-color', system);
  }
});
