import { type APIRequestContext, expect, type Locator, type Page, test } from '@playwright/test';
import { type FrameTrace, traceFrames } from '../fixtures/frame-trace';
import { signUpOwner } from '../fixtures/teams';
import { logIn, type TestUser } from '../fixtures/user';

const BLOCKS = 100;
const KEYS = 60;
const STEPS = 20;

/** Creates a page with as many blocks as a page can have: links, headings, texts and groups. */
async function createLongPage(request: APIRequestContext, person: TestUser): Promise<string> {
  const blocks = Array.from({ length: BLOCKS / 5 }, (_, index) => [
    { type: 'heading', text: `Part ${index + 1}` },
    { type: 'link', title: `Link ${index + 1}`, url: `https://example.com/${index}` },
    {
      type: 'group',
      title: `Group ${index + 1}`,
      blocks: [
        { type: 'text', text: `Some **text** of group ${index + 1}.` },
        { type: 'map', query: `${index + 1} Oat Street, Leeds` },
      ],
    },
  ]).flat();
  const response = await request.post('/api/v1/bio-pages', {
    headers: { Authorization: `Bearer ${person.token}` },
    data: { handle: `long-${process.pid}`, title: 'Long page', blocks },
  });
  expect(response.status(), await response.text()).toBe(201);
  return ((await response.json()) as { id: string }).id;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function row(label: string, values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  const figures = [mean(sorted), at(0.5), at(0.95), sorted.at(-1) ?? 0].map((value) => value.toFixed(1));
  return `| ${label} | ${sorted.length} | ${figures.join(' | ')} |`;
}

const frames = ['| | frames shown | dropped | frames a second |', '|---|---|---|---|'];

function report(action: string, { scripts, work, keys, longTasks, shown, dropped }: FrameTrace): string[] {
  const lines = [row(`${action}: scripts of a frame`, scripts), row(`${action}: all work of a frame`, work)];
  if (keys.length > 0) lines.push(row(`${action}: tasks of a key press`, keys));
  if (longTasks.length > 0) lines.push(row(`${action}: tasks of more than 50 ms`, longTasks));
  const rate = (60 * shown) / (shown + dropped);
  frames.push(`| ${action} | ${shown} | ${dropped} | ${rate.toFixed(1)} |`);
  return lines;
}

/** Moves the mouse down, a few pixels a frame. */
async function dragDown(page: Page, handle: Locator, distance: number) {
  const box = await handle.boundingBox();
  if (!box) throw new Error('the handle is not visible');
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + distance, { steps: Math.round(distance / 6) });
  await page.mouse.move(x, y + distance / 2, { steps: Math.round(distance / 12) });
  await page.mouse.up();
}

const idle = (page: Page) => expect(page.getByText(/^Saved/)).toBeVisible({ timeout: 20_000 });

test('the editor of a page with 100 blocks', async ({ browser, page, request }) => {
  const { owner } = await signUpOwner(request);
  const id = await createLongPage(request, owner);
  await page.setViewportSize({ width: 1280, height: 860 });
  await logIn(page, owner);
  await page.goto(`/dashboard/bio-pages/${id}`);
  await expect(page.frameLocator('iframe').getByText(`Link ${BLOCKS / 5}`, { exact: true })).toBeAttached();
  const titles = page.getByRole('textbox', { name: /^Title of/ });
  const lines = ['| | number | mean | median | 95% | worst |', '|---|---|---|---|---|---|'];
  const measure = async (name: string, action: () => Promise<void>) => {
    lines.push(...report(name, await traceFrames(browser, page, action)));
    await idle(page);
  };

  await titles.nth(1).focus();
  await measure('typing a title', () =>
    page.keyboard.type('a title of sixty letters, '.repeat(3).slice(0, KEYS), { delay: 60 }),
  );
  await page.getByRole('button', { name: 'Edit Heading “Part 1”' }).click();
  await page.getByRole('textbox', { name: 'Heading', exact: true }).focus();
  await measure('typing in a form', () =>
    page.keyboard.type('a heading of sixty letters, '.repeat(3).slice(0, KEYS), { delay: 60 }),
  );
  await page.locator('.bio-expand[aria-expanded=true]').click();

  await measure('dragging', () => dragDown(page, page.getByRole('button', { name: 'Move Link “Link 2”' }), 420));
  await measure('undo and redo', async () => {
    for (let step = 0; step < STEPS; step += 1) {
      await page.keyboard.press(step % 2 ? 'ControlOrMeta+Shift+z' : 'ControlOrMeta+z', { delay: 20 });
    }
  });
  await page.mouse.move(500, 500);
  await measure('scrolling', async () => {
    for (let step = 0; step < 60; step += 1) await page.mouse.wheel(0, step < 30 ? 120 : -120);
  });
  process.stdout.write(
    `\nCPU time in ms, ${BLOCKS} blocks, 1280 × 860, processor not throttled\n\n${lines.join('\n')}\n\n${frames.join('\n')}\n\n`,
  );
});
