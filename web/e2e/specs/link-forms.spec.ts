// biome-ignore-all lint/suspicious/noThenProperty: the API names what a rule does so
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/guards';
import { logIn, signUp } from '../fixtures/person';
import { makeLink, visit } from '../fixtures/visitors';

const section = (page: Page, name: string) => page.locator('summary').filter({ hasText: name });
const saved = (page: Page) => page.locator('.ui-toast').filter({ hasText: 'saved' });

test('a split follows an edit of the destination, and list, header, history and redirect agree', async ({
  page,
  request,
}) => {
  const person = await signUp(request);
  await logIn(page, person);
  const alias = `split-${Date.now()}`;
  const link = await makeLink(request, person, {
    url: 'https://example.com/old',
    alias,
    split: [
      { url: 'https://example.com/old', weight: 100 },
      { url: 'https://example.com/b', weight: 0 },
    ],
  });
  await page.goto(`/dashboard/links?edit=${link.id}`);
  const destination = page.getByRole('textbox', { name: 'Destination' });
  await destination.fill('https://example.com/new');
  await expect(page.getByRole('textbox', { name: 'Variant 1 URL' })).toHaveValue('https://example.com/new');
  await expect(page.getByText('Follows the destination.')).toBeVisible();
  await page.getByRole('button', { name: /^Save changes/ }).click();
  await expect(saved(page)).toBeVisible();
  await expect.poll(() => visit(request, link.shortUrl)).toBe('https://example.com/new');

  const row = page.locator(`li[data-link="${link.id}"]`);
  await expect(row).toContainText('A/B · 2');
  await expect(row).toContainText('example.com/new · example.com/b');
  await page.goto(`/dashboard/links/${link.id}`);
  await expect(page.locator('.link-head')).toContainText('example.com/new · example.com/b');
  await page.goto(`/dashboard/links/${link.id}?tab=history`);
  await expect(page.locator('.history-panel')).toContainText('100% https://example.com/new, 0% https://example.com/b');

  await page.goto(`/dashboard/links?edit=${link.id}`);
  await page.getByRole('textbox', { name: 'Variant 1 URL' }).fill('https://example.com/a');
  await expect(destination).toHaveAccessibleDescription(/Not used while the A\/B split is on/);
  await page.getByRole('button', { name: /^Save changes/ }).click();
  await expect.poll(() => visit(request, link.shortUrl)).toBe('https://example.com/a');
  await expect(row).toContainText('example.com/a · example.com/b');
});

test('start and end stand beside or below one another, and are in the workspace’s time zone', async ({
  page,
  request,
}) => {
  const person = await signUp(request);
  await logIn(page, person);
  await page.route('**/api/v1/workspaces/current', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), timeZone: 'Asia/Tokyo' } });
  });
  await page.goto('/dashboard/links?new=link');
  await section(page, 'Expiry').click();
  const [starts, ends] = [page.getByLabel('Start date'), page.getByLabel('End date')];
  for (const width of [1024, 1280, 1440, 1920, 390]) {
    await page.setViewportSize({ width, height: 860 });
    const [a, b] = [await starts.boundingBox(), await ends.boundingBox()];
    if (!a || !b) throw new Error('a field is not shown');
    const apart = a.x + a.width <= b.x || a.y + a.height <= b.y;
    expect(apart, `${width}: ${JSON.stringify([a, b])}`).toBe(true);
    const form = await page.locator('.link-dialog .link-form-fields').boundingBox();
    expect(b.x + b.width).toBeLessThanOrEqual((form?.x ?? 0) + (form?.width ?? 0));
  }
  await page.setViewportSize({ width: 1280, height: 860 });
  await expect(page.getByText('Times are in Asia/Tokyo')).toBeVisible();
  await page.getByRole('textbox', { name: 'Destination' }).fill('https://example.com/');
  await ends.fill('2031-05-01T09:00');
  const made = page.waitForResponse((answer) => answer.url().endsWith('/links') && answer.status() === 201);
  await page.getByRole('button', { name: /^Create link/ }).click();
  expect((await (await made).json()).expiresAt).toBe('2031-05-01T00:00:00Z');
});

test('a link is duplicated without its alias, and the new one offers its QR code and a test', async ({
  page,
  request,
}) => {
  const person = await signUp(request);
  await logIn(page, person);
  const link = await makeLink(request, person, {
    url: 'https://example.com/poster',
    alias: `poster-${Date.now()}`,
    tags: ['print'],
  });
  await page.goto('/dashboard/links');
  const row = page.locator(`li[data-link="${link.id}"]`);
  await row.hover();
  await row.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Duplicate link' });
  await expect(dialog.getByRole('textbox', { name: 'Destination' })).toHaveValue('https://example.com/poster');
  await expect(dialog.getByRole('textbox', { name: 'Short link' })).toHaveValue('');
  await page.getByRole('button', { name: /^Create link/ }).click();
  const made = page.getByRole('dialog', { name: 'Link created' });
  await expect(made.getByRole('link', { name: 'QR code' })).toHaveAttribute('href', /qr-codes\?.*linkId=/);
  await made.getByRole('link', { name: 'Test' }).click();
  await expect(page.getByRole('complementary', { name: 'Test as' })).toContainText('https://example.com/poster');
});

test('a link is tested as a visitor from a country', async ({ page, request }) => {
  const person = await signUp(request);
  await logIn(page, person);
  const link = await makeLink(request, person, {
    url: 'https://example.com/all',
    alias: `land-${Date.now()}`,
    rules: [
      { when: { field: 'country', op: 'in', values: ['FR'] }, then: { redirect: 'https://example.com/fr' } },
      { when: { field: 'region', op: 'in', values: ['US-CA'] }, then: { redirect: 'https://example.com/ca' } },
    ],
  });
  await page.goto(`/dashboard/links?edit=${link.id}`);
  const trial = page.getByRole('complementary', { name: 'Test as' });
  await expect(trial).toContainText('https://example.com/all');
  await trial.getByRole('combobox', { name: 'Country' }).click();
  await page.keyboard.type('fran');
  await page.keyboard.press('Enter');
  await expect(trial).toContainText('https://example.com/fr');
  await trial.getByText('More options').click();
  await trial.getByRole('textbox', { name: 'Region' }).fill('US-CA');
  await trial.getByRole('combobox', { name: 'Country' }).click();
  await page.getByRole('option', { name: 'Unknown' }).click();
  await expect(trial).toContainText('https://example.com/ca');
});

test('a message never lies over the button of an open form', async ({ page, request }) => {
  const person = await signUp(request);
  await logIn(page, person);
  const link = await makeLink(request, person, { url: 'https://example.com/', alias: `over-${Date.now()}` });
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/dashboard/links');
    const row = page.locator(`li[data-link="${link.id}"]`);
    await row.hover();
    await row.getByRole('button', { name: /^More for/ }).click();
    await page.getByRole('menuitem', { name: 'Copy short link' }).click();
    const toast = page.locator('.ui-toast').filter({ hasText: 'Short link copied' });
    await expect(toast).toBeVisible();
    await page.keyboard.press('c');
    const button = page.getByRole('button', { name: /^Create link/ });
    await expect(button).toBeVisible();
    const [over, under] = [await toast.boundingBox(), await button.boundingBox()];
    if (!over || !under) throw new Error('not shown');
    expect(over.y + over.height, `${width}`).toBeLessThanOrEqual(under.y);
  }
});
