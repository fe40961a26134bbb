import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from '../fixtures/axe';
import { addBlock, createPage, expectSaved, publishInEditor } from '../fixtures/bio-pages';
import { expect, test } from '../fixtures/guards';
import { logIn, signUp, type TestUser } from '../fixtures/user';
import { scaled } from '../pace/pace';

const titles = (page: Page) =>
  page
    .getByRole('list', { name: 'Blocks' })
    .getByRole('textbox', { name: /^Title of/ })
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));

async function pageOf(page: Page, person: TestUser) {
  const id = /bio_\w+/.exec(page.url())?.[0] ?? '';
  const headers = { Authorization: `Bearer ${person.token}` };
  const response = await page.request.get(`/api/v1/bio-pages/${id}`, { headers });
  return { id, headers, page: (await response.json()) as { revision: number; url: string } };
}

test('AC-220 a page is built, reordered with the keyboard, published and opened by a visitor', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const person = await signUp(request);
  await logIn(page, person);
  const handle = await createPage(page, 'Oat Street');

  await addBlock(page, 'heading');
  await page.getByRole('textbox', { name: 'Heading', exact: true }).fill('Our shop');
  await addBlock(page, 'link');
  await page.getByPlaceholder('Search links or paste a URL').fill('https://example.com/menu');
  await page.getByRole('option', { name: /^Shorten/ }).click();
  await page.getByRole('textbox', { name: 'Button text' }).fill('See the menu');
  await expectSaved(page);
  expect(await titles(page)).toEqual(['Our shop', 'See the menu']);
  await expect(page.frameLocator('iframe').getByText('See the menu')).toBeVisible();

  await page.getByRole('button', { name: 'Move Link “See the menu”' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText(/^Picked up Link “See the menu”/)).toBeAttached();
  // dnd-kit announces the pick-up just before it listens to the arrow keys.
  await expect(async () => {
    await page.keyboard.press('ArrowUp');
    await expect(page.getByText('Link “See the menu” is at position 1 of 2.')).toBeAttached({
      timeout: scaled(1_000),
    });
  }).toPass();
  await page.keyboard.press('Space');
  await expect.poll(() => titles(page)).toEqual(['See the menu', 'Our shop']);
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(await titles(page)).toEqual(['Our shop', 'See the menu']);
  await page.getByRole('button', { name: 'Redo' }).click();
  await publishInEditor(page);

  const visitor = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const open = await visitor.newPage();
  await open.goto(`/@${handle}`);
  await expect(open.getByRole('heading', { name: 'Oat Street' })).toBeVisible();
  const href = (await open.getByRole('link', { name: 'See the menu' }).getAttribute('href')) ?? '';
  const redirect = await visitor.request.get(href, { maxRedirects: 0 });
  expect(redirect.headers().location).toBe('https://example.com/menu');
  await visitor.close();
});

test.describe('with a conflict', () => {
  test.use({ allowedConsole: [/status of 412/] });

  test('two editors never overwrite each other silently', async ({ page, request }) => {
    const person = await signUp(request);
    await logIn(page, person);
    await createPage(page, 'Shared page');
    await addBlock(page, 'heading');
    await page.getByRole('textbox', { name: 'Heading', exact: true }).fill('Mine');
    await expectSaved(page);
    const { id, headers } = await pageOf(page, person);
    await page.request.patch(`/api/v1/bio-pages/${id}`, { headers, data: { description: 'Theirs' } });

    await page.getByRole('textbox', { name: 'Heading', exact: true }).fill('Mine again');
    const dialog = page.getByRole('dialog', { name: 'This page was changed elsewhere' });
    await expect(dialog.getByText('Description')).toBeVisible();
    await expect(dialog.getByText('Heading “Mine again”')).toBeVisible();
    await dialog.getByRole('button', { name: 'Reload and discard my changes' }).click();
    await expect.poll(() => titles(page)).toEqual(['Mine']);
    await expectSaved(page);
  });
});

test('the list and the editor are accessible at both widths', async ({ page, request }) => {
  const person = await signUp(request);
  await logIn(page, person);
  await createPage(page, 'Accessible page');
  await addBlock(page, 'faq');
  await expectNoAxeViolations(page);
  for (const tab of ['Design', 'Settings']) {
    await page.getByRole('tab', { name: tab }).click();
    await expectNoAxeViolations(page);
  }
  await page.goto('/dashboard/bio-pages');
  await expect(page.getByRole('link', { name: 'Accessible page' })).toBeVisible();
  await expectNoAxeViolations(page);
});

test('a phone shows the preview as a sheet, where a block opens its form', async ({ page, request }) => {
  const person = await signUp(request);
  await logIn(page, person);
  await page.setViewportSize({ width: 390, height: 844 });
  await createPage(page, 'Phone page');
  await addBlock(page, 'text');
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Hello from the phone');
  await expectSaved(page);
  await page.getByRole('button', { name: 'Edit Text' }).click();
  await page.getByRole('button', { name: 'Preview' }).click();
  const sheet = page.getByRole('dialog', { name: 'Preview' });
  await sheet.frameLocator('iframe').getByText('Hello from the phone').click();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toHaveValue('Hello from the phone');
});
