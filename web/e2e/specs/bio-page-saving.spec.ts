import type { Page } from '@playwright/test';
import { addBlock, createDraft, expectSaved, randomHandle } from '../fixtures/bio-pages';
import { expect, test } from '../fixtures/guards';
import { logIn, signUp, type TestUser } from '../fixtures/user';

const BLOCKS = [
  { type: 'heading', text: 'First' },
  { type: 'heading', text: 'Second' },
];

interface Stored {
  blocks: { type: string; text?: string; title?: string; visible: boolean }[];
  incomplete: { field: string }[];
}

async function stored(page: Page, person: TestUser, id: string): Promise<Stored> {
  const headers = { Authorization: `Bearer ${person.token}` };
  return (await page.request.get(`/api/v1/bio-pages/${id}`, { headers })).json();
}

async function openEditor(page: Page, request: Parameters<typeof signUp>[0]) {
  const person = await signUp(request);
  const { id, url } = await createDraft(request, person, { title: 'Oat Street', blocks: BLOCKS });
  await logIn(page, person);
  await page.goto(`/dashboard/bio-pages/${id}`);
  await expect(page.getByRole('switch', { name: 'Show Heading “Second”' })).toBeChecked();
  return { person, id, url };
}

const titles = (page: Page) =>
  page
    .getByRole('list', { name: 'Blocks' })
    .getByRole('textbox', { name: /^Title of/ })
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));

for (const pause of [100, 300, 500]) {
  test(`a block that is hidden and shown again ${pause} ms later is stored as shown`, async ({ page, request }) => {
    const { person, id } = await openEditor(page, request);
    const toggle = page.getByRole('switch', { name: 'Show Heading “Second”' });
    await toggle.evaluate(
      (element, ms) =>
        new Promise<void>((resolve) => {
          (element as HTMLElement).click();
          setTimeout(() => {
            (element as HTMLElement).click();
            resolve();
          }, ms);
        }),
      pause,
    );
    await expectSaved(page);
    await expect(toggle).toBeChecked();
    // The next change is sent after anything that is still on its way.
    await page.getByRole('textbox', { name: 'Title of heading block' }).first().fill('Renamed');
    await expect.poll(async () => (await stored(page, person, id)).blocks[0]).toMatchObject({ text: 'Renamed' });
    await expectSaved(page);
    expect((await stored(page, person, id)).blocks[1]).toMatchObject({ text: 'Second', visible: true });
    await page.reload();
    await expect(toggle).toBeChecked();
  });
}

test('a move that is undone right before publishing is not published', async ({ page, request }) => {
  const { url } = await openEditor(page, request);
  await page.getByRole('button', { name: 'Move Heading “Second”' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText(/^Picked up Heading “Second”/)).toBeAttached();
  await expect(async () => {
    await page.keyboard.press('ArrowUp');
    await expect(page.getByText('Heading “Second” is at position 1 of 2.')).toBeAttached({ timeout: 1_000 });
  }).toPass();
  await page.keyboard.press('Space');
  await expect.poll(() => titles(page)).toEqual(['Second', 'First']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog', { name: 'Publish page' }).getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('dialog', { name: 'Page published' })).toBeVisible();
  await page.goto(url);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['First', 'Second']);
});

for (const [template, count] of [
  ['Creator', 5],
  ['Shop', 6],
] as const) {
  test(`a page of the template ${template} has its ${count} blocks after a reload and in another tab`, async ({
    page,
    request,
    context,
  }) => {
    const person = await signUp(request);
    await logIn(page, person);
    await page.goto('/dashboard/bio-pages?new=1');
    const dialog = page.getByRole('dialog', { name: 'New bio page' });
    await dialog.getByRole('textbox', { name: 'Title' }).fill(`My ${template}`);
    await dialog.getByRole('textbox', { name: 'Handle' }).fill(randomHandle());
    await dialog.getByRole('radio', { name: new RegExp(`^${template}`) }).check({ force: true });
    await dialog.getByRole('button', { name: 'Create page' }).click();
    const blocks = page.getByRole('list', { name: 'Blocks' }).getByRole('listitem');
    await expect(blocks).toHaveCount(count);
    await expect(page.getByText(/^\d incomplete$/)).toBeVisible();
    await page.reload();
    await expect(blocks).toHaveCount(count);
    const other = await context.newPage();
    await other.goto(page.url());
    await expect(other.getByRole('list', { name: 'Blocks' }).getByRole('listitem')).toHaveCount(count);
  });
}

test('a half-entered product is there after another screen, and is named when the page is published', async ({
  page,
  request,
}) => {
  const { person, id } = await openEditor(page, request);
  await addBlock(page, 'product');
  await page.getByRole('textbox', { name: 'Product', exact: true }).fill('Oat bar');
  await page.getByRole('link', { name: 'Links', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard\/links/);
  const { blocks, incomplete } = await stored(page, person, id);
  expect(blocks[2]).toMatchObject({ type: 'product', title: 'Oat bar' });
  expect(incomplete.map(({ field }) => field)).toEqual(['blocks[2].price', 'blocks[2].url']);

  await page.goBack();
  await page.getByRole('button', { name: 'Publish' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish page' });
  await expect(dialog.getByText('Enter a price, such as 19.90.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Publish' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Product “Oat bar”' }).click();
  await page.getByRole('textbox', { name: 'Price' }).fill('2.50');
  await page.getByRole('textbox', { name: 'URL' }).fill('oatstreet.example/bar');
  await page.getByRole('button', { name: 'Publish' }).click();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  const published = page.getByRole('dialog', { name: 'Page published' });
  await expect(published.getByRole('img', { name: /^QR code of/ })).toBeVisible();
  await published.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: 'Publish' })).toHaveAttribute('aria-disabled', 'true');
});

test.describe('while the server refuses to answer', () => {
  test.use({ allowedConsole: [/ERR_FAILED/], allowedFailures: [/\/bio-pages\//] });

  test('leaving without saving does not save later', async ({ page, request }) => {
    const { person, id } = await openEditor(page, request);
    await page.route(/\/api\/v1\/bio-pages\/bio_\w+$/, (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    await page.getByRole('switch', { name: 'Show Heading “Second”' }).click();
    await expect(page.getByText(/^Not saved/)).toBeVisible();
    await page.getByRole('link', { name: 'Links', exact: true }).click();
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
    await expect(page).toHaveURL(/\/dashboard\/links/);
    await page.unroute(/\/api\/v1\/bio-pages\/bio_\w+$/);
    const saves: string[] = [];
    page.on('request', (sent) => {
      if (sent.method() === 'PATCH') saves.push(sent.url());
    });
    await page.goBack();
    await expect(page.getByRole('switch', { name: 'Show Heading “Second”' })).toBeChecked();
    expect((await stored(page, person, id)).blocks[1]).toMatchObject({ visible: true });
    expect(saves).toEqual([]);
  });
});
