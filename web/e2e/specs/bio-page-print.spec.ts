import { expect, test } from '../fixtures/guards';
import { signUp } from '../fixtures/user';

const BLOCKS = [
  { type: 'link', title: 'See the menu', url: 'https://example.com/menu' },
  { type: 'faq', items: [{ question: 'Do you have oat milk?', answer: 'It is in the name.' }] },
  { type: 'form', title: 'Bean letter', button: 'Subscribe', consent: 'Oat Street may mail me.' },
];

test('a dark page prints in black on white, with addresses and answers, without forms', async ({ page, request }) => {
  const person = await signUp(request);
  const headers = { Authorization: `Bearer ${person.token}` };
  const data = {
    handle: `print-${Math.random().toString(36).slice(2, 10)}`,
    title: 'Oat Street',
    theme: { preset: 'citrus', mode: 'dark' },
    blocks: BLOCKS,
  };
  const created = await request.post('/api/v1/bio-pages', { headers, data });
  expect(created.status(), await created.text()).toBe(201);
  const { id, url } = (await created.json()) as { id: string; url: string };
  expect((await request.post(`/api/v1/bio-pages/${id}/publish`, { headers })).status()).toBe(200);

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
  const href = await link.getAttribute('href');
  expect(await link.evaluate((element) => getComputedStyle(element, '::after').content)).toBe(`"${href}"`);
  await expect.poll(async () => (await answer.boundingBox())?.height ?? 0).toBeGreaterThan(0);
  await expect(page.getByRole('button', { name: 'Subscribe' })).toBeHidden();
});
