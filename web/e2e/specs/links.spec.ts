// biome-ignore-all lint/suspicious/noThenProperty: `then` is the API's name for a rule's action
import { expect, test } from '../fixtures/guards';
import { formSection, linkRow as row, selectionBar, toast } from '../fixtures/screen';
import { logIn, signUp, type TestUser } from '../fixtures/user';
import { createLink, startDestination, visit } from '../fixtures/visitors';

let person: TestUser;
const unique = (name: string) => `${name}-${Date.now()}`;

test.beforeEach(async ({ page, context, request }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  person = await signUp(request);
  await logIn(page, person);
});

test('a link is created by keyboard alone and copied', async ({ page }) => {
  const alias = unique('first');
  await page.goto('/dashboard/links');
  await expect(page.getByRole('heading', { name: 'No links yet' })).toBeVisible();
  await page.keyboard.press('c');
  await expect(page.getByRole('textbox', { name: 'Destination' })).toBeFocused();
  await page.keyboard.type('example.com/first');
  await page.keyboard.press('Tab');
  await page.keyboard.type(alias);
  await expect(page.getByText(`${alias} is available`)).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('dialog', { name: 'Link created' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`/${alias}`);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(row(page, alias)).toContainText('example.com/first');
  await expect(page).toHaveURL(/\/dashboard\/links$/);
});

test('a pasted URL opens the create dialog, and its draft survives closing and a reload', async ({ page }) => {
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => navigator.clipboard.writeText('https://example.com/pasted'));
  await page.keyboard.press('Control+v');
  await expect(page.getByRole('textbox', { name: 'Destination' })).toHaveValue('https://example.com/pasted');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('c');
  await expect(page.getByRole('textbox', { name: 'Destination' })).toHaveValue('https://example.com/pasted');
});

test.describe('server errors', () => {
  test.use({ allowedConsole: [/Failed to load resource.*4\d\d/] });

  test('are shown on their fields and keep the input', async ({ page, request }) => {
    const taken = await createLink(request, person, { url: 'https://example.com/', alias: unique('taken') });
    await page.goto('/dashboard/links?new=link');
    await page.getByRole('textbox', { name: 'Destination' }).fill('javascript:alert(1)');
    await page.getByRole('textbox', { name: 'Short link' }).fill(taken.alias);
    await expect(page.getByRole('dialog').getByRole('status').filter({ hasText: 'This alias is taken' })).toBeVisible();
    await page.getByRole('button', { name: /^Create link/ }).click();
    await expect(page.getByRole('textbox', { name: 'Destination' })).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByRole('textbox', { name: 'Destination' })).toHaveValue('javascript:alert(1)');
    await page.getByRole('textbox', { name: 'Destination' }).fill('https://example.com/fine');
    await page.getByRole('button', { name: /^Create link/ }).click();
    await expect(page.getByRole('textbox', { name: 'Short link' })).toHaveAttribute('aria-invalid', 'true');
  });

  test('of a conflicting edit can be overwritten', async ({ page, request }) => {
    const link = await createLink(request, person, { url: 'https://example.com/', alias: unique('stale') });
    await page.goto(`/dashboard/links?edit=${link.id}`);
    const destination = page.getByRole('textbox', { name: 'Destination' });
    await expect(destination).toHaveValue('https://example.com/');
    const other = await request.patch(`/api/v1/links/${link.id}`, {
      data: { title: 'Theirs' },
      headers: { Authorization: `Bearer ${person.token}` },
    });
    expect(other.ok()).toBe(true);
    await destination.fill('https://example.com/mine');
    await page.getByRole('button', { name: /^Save changes/ }).click();
    await expect(page.getByRole('alert')).toContainText('changed elsewhere');
    await page.getByRole('button', { name: 'Overwrite' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect.poll(() => visit(request, link.shortUrl)).toBe('https://example.com/mine');
  });
});

test('AC-218 AC-223 a link with UTM parameters and a click limit redirects as previewed and then expires', async ({
  page,
  request,
}) => {
  const alias = unique('utm');
  await page.goto('/dashboard/links?new=link');
  await page.getByRole('textbox', { name: 'Destination' }).fill('https://example.com/a?b=1#top');
  await page.getByRole('textbox', { name: 'Short link' }).fill(alias);
  await formSection(page, 'UTM').click();
  await page.getByRole('textbox', { name: 'Source' }).fill('poster');
  await formSection(page, 'Expiry').click();
  await page.getByRole('textbox', { name: 'Click limit' }).fill('1');
  const final = 'https://example.com/a?b=1&utm_source=poster#top';
  await expect(page.getByRole('complementary', { name: 'Live preview' })).toContainText(final);
  await page.getByRole('button', { name: /^Create link/ }).click();
  const shortUrl = await page.getByRole('dialog').getByRole('link', { name: alias }).getAttribute('href');
  expect(await visit(request, shortUrl ?? '')).toBe(final);
  const second = await request.get(shortUrl ?? '', { maxRedirects: 0 });
  expect(second.status()).toBe(410);
});

test('search and tag filters are in the URL, survive a reload and follow the back button', async ({
  page,
  request,
}) => {
  await createLink(request, person, { url: 'https://example.com/linen', alias: unique('linen'), tags: ['spring'] });
  const wool = await createLink(request, person, { url: 'https://example.com/wool', alias: unique('wool') });
  await page.goto('/dashboard/links');
  await expect(page.getByText('1–2 of 2')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search links' }).fill('wool');
  await expect(page).toHaveURL(/q=wool/);
  await expect(page.getByText('1 link found')).toBeVisible();
  await page.reload();
  await expect(row(page, wool.alias)).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await page.getByRole('button', { name: 'spring', exact: true }).click();
  await expect(page.getByText('1 link found')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('1–2 of 2')).toBeVisible();
});

test('a single link is archived and unarchived by undo', async ({ page, request }) => {
  const link = await createLink(request, person, { url: 'https://example.com/', alias: unique('old') });
  await page.goto('/dashboard/links');
  await row(page, link.alias).getByRole('checkbox').check();
  await selectionBar(page).getByRole('button', { name: 'Archive' }).click();
  await expect(toast(page, `/${link.alias} archived`)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, `/${link.alias} unarchived`)).toBeVisible();
  await expect(row(page, link.alias)).toBeVisible();
});

test('a link deleted from its menu is confirmed by alias and responds 410', async ({ page, request }) => {
  const link = await createLink(request, person, { url: 'https://example.com/', alias: unique('old') });
  await page.goto('/dashboard/links');
  await row(page, link.alias).hover();
  await row(page, link.alias)
    .getByRole('button', { name: `More for /${link.alias}` })
    .click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog', { name: `Delete /${link.alias}?` });
  await dialog.getByRole('button', { name: 'Delete link' }).click();
  await expect(page.getByRole('heading', { name: 'No links yet' })).toBeVisible();
  expect((await request.get(link.shortUrl, { maxRedirects: 0 })).status()).toBe(410);
});

test('AC-221 the screen of a link shows a click as it happens, in figures, feed, chart and log', async ({
  page,
  request,
}) => {
  const away = await startDestination();
  const link = await createLink(request, person, { url: away.url, alias: unique('live') });
  await page.goto(`/dashboard/links/${link.id}`);
  await expect(page.getByRole('heading', { name: 'No clicks yet' })).toBeVisible();
  await visit(request, link.shortUrl);
  away.close();

  await expect(page.getByRole('button', { name: /^Clicks/ })).toHaveText(/^Clicks1/);
  await expect(page.getByText('Never', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Recent clicks' }).getByRole('listitem')).toHaveCount(1);
  const chart = page.getByRole('slider', { name: /^Clicks per day/ });
  await chart.focus();
  await expect(chart).toHaveAttribute('aria-valuetext', /: 1 click/);
  await page.getByRole('link', { name: 'Clicks', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Clicks, newest first' }).getByRole('row')).toHaveCount(2);
});

test('AC-221 the period of a link’s report is selected by key and is in the URL', async ({ page, request }) => {
  const link = await createLink(request, person, { url: 'https://example.com/', alias: unique('period') });
  await visit(request, link.shortUrl);
  await page.goto(`/dashboard/links/${link.id}`);
  await expect(page.getByRole('button', { name: /^Clicks/ })).toHaveText(/^Clicks1/);
  await page.keyboard.press('d');
  await expect(page).toHaveURL(/interval=today/);
  // A day that has just begun is charted by minutes.
  await expect(page.getByRole('slider', { name: /^Clicks per (minute|hour)/ })).toBeVisible();
});

test('AC-217 a rule is validated, saved as a sentence and redirects matching visitors', async ({ page, request }) => {
  const link = await createLink(request, person, { url: 'https://example.com/all', alias: unique('sorted') });
  await page.goto(`/dashboard/links?edit=${link.id}`);
  await formSection(page, 'Rules').click();
  await page.getByRole('button', { name: 'Add rule' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Enter at least one value.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Condition' }).click();
  await page.getByRole('option', { name: 'Operating system' }).click();
  await page.getByText('Windows', { exact: true }).click();
  await expect(page.getByRole('checkbox', { name: 'Windows' })).toBeChecked();
  await page.getByRole('textbox', { name: 'Redirect to' }).fill('example.com/windows');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Operating system is Windows')).toBeVisible();
  await page.getByRole('button', { name: /^Save changes/ }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => visit(request, link.shortUrl)).toBe('https://example.com/windows');
});

test('AC-217 the simulator shows the destination for the selected device', async ({ page, request }) => {
  const windows = { field: 'os', op: 'in', values: ['Windows'] };
  const link = await createLink(request, person, {
    url: 'https://example.com/all',
    alias: unique('simulated'),
    rules: [{ when: windows, then: { redirect: 'https://example.com/windows' } }],
  });
  await page.goto(`/dashboard/links?edit=${link.id}`);
  const simulator = page.getByRole('complementary', { name: 'Test as' });
  await expect(simulator).toContainText('https://example.com/windows');
  await simulator.getByRole('combobox', { name: 'Device' }).click();
  await page.getByRole('option', { name: 'iPhone' }).click();
  await expect(simulator).toContainText('https://example.com/all');
});
