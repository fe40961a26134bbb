// biome-ignore-all lint/suspicious/noThenProperty: `then` is the API's name for a rule's action
import { expect, test } from '../fixtures/guards';
import { formSection, linkRow, toast } from '../fixtures/screen';
import { logIn, signUp } from '../fixtures/user';
import { createLink, visit } from '../fixtures/visitors';

test('a split variant follows an edit of the destination in the redirect, the list and the history', async ({
  page,
  request,
}) => {
  const person = await signUp(request);
  await logIn(page, person);
  const alias = `split-${Date.now()}`;
  const link = await createLink(request, person, {
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
  await expect(toast(page, 'saved')).toBeVisible();
  await expect.poll(() => visit(request, link.shortUrl)).toBe('https://example.com/new');

  const row = linkRow(page, link.alias);
  await expect(row).toContainText('A/B · 2');
  await expect(row).toContainText('example.com/new · example.com/b');
  await page.goto(`/dashboard/links/${link.id}`);
  await expect(page.getByRole('main').getByText('example.com/new · example.com/b')).toBeVisible();
  await page.goto(`/dashboard/links/${link.id}?tab=history`);
  await expect(page.getByRole('region', { name: 'History' })).toContainText(
    '100% https://example.com/new, 0% https://example.com/b',
  );

  await page.goto(`/dashboard/links?edit=${link.id}`);
  await page.getByRole('textbox', { name: 'Variant 1 URL' }).fill('https://example.com/a');
  await expect(destination).toHaveAccessibleDescription(/Not used while the A\/B split is on/);
  await page.getByRole('button', { name: /^Save changes/ }).click();
  await expect.poll(() => visit(request, link.shortUrl)).toBe('https://example.com/a');
  await expect(row).toContainText('example.com/a · example.com/b');
});

test('start and end date do not overlap at any width and use the workspace’s time zone', async ({ page, request }) => {
  const person = await signUp(request);
  await logIn(page, person);
  await page.route('**/api/v1/workspaces/current', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), timeZone: 'Asia/Tokyo' } });
  });
  await page.goto('/dashboard/links?new=link');
  await formSection(page, 'Expiry').click();
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
  const created = page.waitForResponse((response) => response.url().endsWith('/links') && response.status() === 201);
  await page.getByRole('button', { name: /^Create link/ }).click();
  expect((await (await created).json()).expiresAt).toBe('2031-05-01T00:00:00Z');
});

test('a link is duplicated without its alias, and the result links to its QR code and the simulator', async ({
  page,
  request,
}) => {
  const person = await signUp(request);
  await logIn(page, person);
  const link = await createLink(request, person, {
    url: 'https://example.com/poster',
    alias: `poster-${Date.now()}`,
    tags: ['print'],
  });
  await page.goto('/dashboard/links');
  const row = linkRow(page, link.alias);
  await row.hover();
  await row.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Duplicate link' });
  await expect(dialog.getByRole('textbox', { name: 'Destination' })).toHaveValue('https://example.com/poster');
  await expect(dialog.getByRole('textbox', { name: 'Short link' })).toHaveValue('');
  await page.getByRole('button', { name: /^Create link/ }).click();
  const created = page.getByRole('dialog', { name: 'Link created' });
  await expect(created.getByRole('link', { name: 'QR code' })).toHaveAttribute('href', /qr-codes\?.*linkId=/);
  await created.getByRole('link', { name: 'Test' }).click();
  await expect(page.getByRole('complementary', { name: 'Test as' })).toContainText('https://example.com/poster');
});

test('the simulator applies country and region rules', async ({ page, request }) => {
  const person = await signUp(request);
  await logIn(page, person);
  const link = await createLink(request, person, {
    url: 'https://example.com/all',
    alias: `land-${Date.now()}`,
    rules: [
      { when: { field: 'country', op: 'in', values: ['FR'] }, then: { redirect: 'https://example.com/fr' } },
      { when: { field: 'region', op: 'in', values: ['US-CA'] }, then: { redirect: 'https://example.com/ca' } },
    ],
  });
  await page.goto(`/dashboard/links?edit=${link.id}`);
  const simulator = page.getByRole('complementary', { name: 'Test as' });
  await expect(simulator).toContainText('https://example.com/all');
  await simulator.getByRole('combobox', { name: 'Country' }).click();
  await page.keyboard.type('fran');
  await page.keyboard.press('Enter');
  await expect(simulator).toContainText('https://example.com/fr');
  await simulator.getByText('More options').click();
  await simulator.getByRole('textbox', { name: 'Region' }).fill('US-CA');
  await simulator.getByRole('combobox', { name: 'Country' }).click();
  await page.getByRole('option', { name: 'Unknown' }).click();
  await expect(simulator).toContainText('https://example.com/ca');
});

test('a toast does not cover the submit button of an open form', async ({ page, request }) => {
  const person = await signUp(request);
  await logIn(page, person);
  const link = await createLink(request, person, { url: 'https://example.com/', alias: `over-${Date.now()}` });
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/dashboard/links');
    const row = linkRow(page, link.alias);
    await row.hover();
    await row.getByRole('button', { name: /^More for/ }).click();
    await page.getByRole('menuitem', { name: 'Copy short link' }).click();
    const copied = toast(page, 'Short link copied');
    await expect(copied).toBeVisible();
    await page.keyboard.press('c');
    const button = page.getByRole('button', { name: /^Create link/ });
    await expect(button).toBeVisible();
    const [over, under] = [await copied.boundingBox(), await button.boundingBox()];
    if (!over || !under) throw new Error('The toast or the button is not visible.');
    expect(over.y + over.height, `${width}`).toBeLessThanOrEqual(under.y);
  }
});
