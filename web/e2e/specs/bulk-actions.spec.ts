import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/guards';
import { currentTab, linkRows, selectionBar, toast } from '../fixtures/screen';
import { logIn, signUp, type TestUser } from '../fixtures/user';
import { createLink, visit } from '../fixtures/visitors';

test.describe('bulk actions on three links', () => {
  let person: TestUser;
  let stamp: number;

  test.beforeEach(async ({ page, request }) => {
    person = await signUp(request);
    stamp = Date.now();
    for (const name of ['one', 'two', 'three']) {
      await createLink(request, person, { url: `https://example.com/${name}`, alias: `${name}-${stamp}` });
    }
    await logIn(page, person);
    await page.goto('/dashboard/links');
    await expect(linkRows(page)).toHaveCount(3);
    await selectAll(page);
  });

  async function selectAll(page: Page) {
    await linkRows(page).first().getByRole('checkbox').check();
    await selectionBar(page).getByRole('button', { name: 'Select all 3' }).click();
    await expect(selectionBar(page)).toContainText('3 selected');
  }

  test('add a tag and undo it', async ({ page }) => {
    await selectionBar(page).getByRole('button', { name: 'Tag', exact: true }).click();
    await page.getByRole('combobox', { name: 'Tag' }).fill('press');
    await page.keyboard.press('Enter');
    await expect(toast(page, '3 links tagged “press”')).toBeVisible();
    await expect(linkRows(page).getByRole('button', { name: 'press' })).toHaveCount(3);
    await toast(page, '3 links tagged').getByRole('button', { name: 'Undo' }).click();
    await expect(toast(page, '3 links untagged')).toBeVisible();
    await expect(linkRows(page).getByRole('button', { name: 'press' })).toHaveCount(0);
  });

  test('move to a new folder, which then filters the list', async ({ page }) => {
    await selectionBar(page).getByRole('button', { name: 'Move' }).click();
    await page.getByRole('option', { name: 'New folder' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Campaigns');
    await page.getByRole('button', { name: 'Create folder and move' }).click();
    await expect(toast(page, '3 links moved to “Campaigns”')).toBeVisible();
    await page.getByRole('button', { name: 'Folders' }).click();
    await page.getByRole('option', { name: 'Campaigns' }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByText('3 links found')).toBeVisible();
    await expect(page).toHaveURL(/folder=fld_/);
    await expect(currentTab(page, 'Views')).toHaveText([/^All/]);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL('/dashboard/links');
  });

  test('archive and undo it', async ({ page }) => {
    await selectionBar(page).getByRole('button', { name: 'Archive' }).click();
    await expect(linkRows(page)).toHaveCount(0);
    await toast(page, '3 links archived').getByRole('button', { name: 'Undo' }).click();
    await expect(linkRows(page)).toHaveCount(3);
  });

  test('undo an archiving after a reload of the page', async ({ page }) => {
    await selectionBar(page).getByRole('button', { name: 'Archive' }).click();
    await expect(toast(page, '3 links archived')).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: 'Recent changes' }).click();
    await page.getByRole('menuitem', { name: /3 links archived/ }).click();
    await expect(linkRows(page)).toHaveCount(3);
    await expect(page.getByRole('button', { name: 'Recent changes' })).toHaveCount(0);
  });

  test('delete with 410 for visitors, and undo it', async ({ page, request }) => {
    await selectionBar(page).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 3 links' }).click();
    await expect(toast(page, '3 links deleted')).toBeVisible();
    const deleted = await request.get(`/one-${stamp}`, { maxRedirects: 0 });
    expect(deleted.status()).toBe(410);
    await toast(page, '3 links deleted').getByRole('button', { name: 'Undo' }).click();
    await expect(toast(page, '3 links restored')).toBeVisible();
    await expect(linkRows(page)).toHaveCount(3);
    await expect.poll(() => visit(request, `/one-${stamp}`)).toBe('https://example.com/one');
  });

  test('list skipped links with their reasons', async ({ page, request }) => {
    const headers = { Authorization: `Bearer ${person.token}` };
    const list = await request.get('/api/v1/links', { headers });
    const { items } = (await list.json()) as { items: { id: string; alias: string }[] };
    const other = items.find(({ alias }) => alias.startsWith('two-'));
    expect((await request.delete(`/api/v1/links/${other?.id}`, { headers })).ok()).toBe(true);
    await selectionBar(page).getByRole('button', { name: 'Archive' }).click();
    await toast(page, '2 links archived, 1 skipped').getByRole('button', { name: 'View' }).click();
    await expect(page.getByRole('dialog', { name: '1 link skipped' })).toContainText(`/two-${stamp}`);
    await expect(page.getByRole('dialog')).toContainText('There is no such link.');
  });
});

test('bulk actions apply to matching links of all pages, and can be undone from the recent changes', async ({
  page,
  request,
}) => {
  const person = await signUp(request);
  await logIn(page, person);
  const links = Array.from({ length: 60 }, (_, at) => ({
    url: `https://example.com/${at}`,
    tags: [at < 30 ? 'early' : 'late'],
  }));
  const created = await request.post('/api/v1/links/bulk', {
    data: { links },
    headers: { Authorization: `Bearer ${person.token}` },
  });
  expect(created.ok(), await created.text()).toBe(true);
  await page.goto('/dashboard/links');
  await page.getByRole('button', { name: 'Tags' }).click();
  await expect(page.getByRole('option')).toHaveText([/early\s*30/, /late\s*30/]);
  await page.keyboard.type('earl');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(page.getByText('30 links found')).toBeVisible();

  const bar = selectionBar(page);
  await linkRows(page).first().getByRole('checkbox').check();
  await bar.getByRole('button', { name: 'Select all 25' }).click();
  await bar.getByRole('button', { name: 'Select all 30 matching links' }).click();
  await expect(bar).toContainText('30 selected');
  await bar.getByRole('button', { name: 'Archive' }).click();
  await expect(linkRows(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Analytics' }).first().click();
  await page.getByRole('link', { name: 'Links', exact: true }).first().click();
  await page.getByRole('button', { name: 'Recent changes' }).click();
  await page.getByRole('menuitem', { name: /30 links archived/ }).click();
  await expect(page.getByText('60 links', { exact: true })).toBeVisible();
});
