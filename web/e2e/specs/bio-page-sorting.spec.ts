import type { CDPSession, Locator, Page } from '@playwright/test';
import { createDraft } from '../fixtures/bio-pages';
import { expect, test } from '../fixtures/guards';
import { logIn, signUp } from '../fixtures/user';

const BLOCKS = [
  { type: 'group', title: 'Cafés', blocks: [{ type: 'text', text: 'Open every day.' }] },
  { type: 'heading', text: 'First' },
  { type: 'heading', text: 'Second' },
  { type: 'heading', text: 'Third' },
];

const titles = (page: Page) =>
  page
    .getByRole('list', { name: 'Blocks' })
    .getByRole('textbox', { name: /^Title of/ })
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));

const grip = (page: Page, title: string) => page.getByRole('button', { name: `Move Heading “${title}”` });

async function center(handle: Locator): Promise<{ x: number; y: number }> {
  const box = await handle.boundingBox();
  if (!box) throw new Error('the handle is not visible');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The points of a straight movement that is slow enough for every step to be a frame. */
function path(from: { x: number; y: number }, to: { x: number; y: number }): { x: number; y: number }[] {
  const steps = 12;
  return Array.from({ length: steps }, (_, step) => ({
    x: from.x + ((to.x - from.x) * (step + 1)) / steps,
    y: from.y + ((to.y - from.y) * (step + 1)) / steps,
  }));
}

async function openEditor(page: Page, request: Parameters<typeof signUp>[0]) {
  const person = await signUp(request);
  const { id } = await createDraft(request, person, { title: 'Sorted page', blocks: BLOCKS });
  await logIn(page, person);
  await page.goto(`/dashboard/bio-pages/${id}`);
  await expect.poll(() => titles(page)).toEqual(['Cafés', 'First', 'Second', 'Third']);
  return {
    stored: async () => {
      const headers = { Authorization: `Bearer ${person.token}` };
      const response = await request.get(`/api/v1/bio-pages/${id}`, { headers });
      const { blocks } = (await response.json()) as { blocks: { text?: string; title?: string; blocks?: object[] }[] };
      return blocks.map(({ text, title, blocks: children }) => [text ?? title, ...(children ?? [])].length);
    },
  };
}

test('blocks are dragged with the mouse, into a group too, and undone', async ({ page, request }) => {
  const editor = await openEditor(page, request);
  const from = await center(grip(page, 'Third'));
  const to = await center(grip(page, 'First'));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (const { x, y } of path(from, to)) await page.mouse.move(x, y);
  await page.mouse.up();
  await expect.poll(() => titles(page)).toEqual(['Cafés', 'Third', 'First', 'Second']);

  // To the right, the place below the group is inside of it.
  const start = await center(grip(page, 'Third'));
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  for (const { x, y } of path(start, { x: start.x + 40, y: start.y })) await page.mouse.move(x, y);
  await expect(page.getByText('Heading “Third” is at position 2 of 2 in Group “Cafés”.')).toBeAttached();
  await page.mouse.up();
  await expect.poll(editor.stored).toEqual([3, 1, 1]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(editor.stored).toEqual([2, 1, 1, 1]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => titles(page)).toEqual(['Cafés', 'First', 'Second', 'Third']);
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect.poll(() => titles(page)).toEqual(['Cafés', 'Third', 'First', 'Second']);
  // After undoing, rows are dragged from where they are.
  const again = await center(grip(page, 'Second'));
  const top = await center(grip(page, 'Third'));
  await page.mouse.move(again.x, again.y);
  await page.mouse.down();
  for (const { x, y } of path(again, top)) await page.mouse.move(x, y);
  await page.mouse.up();
  await expect.poll(() => titles(page)).toEqual(['Cafés', 'Second', 'Third', 'First']);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  async function touch(cdp: CDPSession, type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) {
    await cdp.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  }

  test('blocks are dragged with a finger that rests on the handle', async ({ page, request, context }) => {
    await openEditor(page, request);
    const cdp = await context.newCDPSession(page);
    const from = await center(grip(page, 'Third'));
    const to = await center(grip(page, 'First'));
    await touch(cdp, 'touchStart', from.x, from.y);
    await expect(page.getByText(/^Picked up Heading “Third”/)).toBeAttached();
    for (const { x, y } of path(from, to)) await touch(cdp, 'touchMove', x, y);
    await touch(cdp, 'touchEnd');
    await expect.poll(() => titles(page)).toEqual(['Cafés', 'Third', 'First', 'Second']);
  });
});
