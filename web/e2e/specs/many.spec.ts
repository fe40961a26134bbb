import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/guards';
import { logIn, type Person, signUp } from '../fixtures/person';
import { makeLink, visit } from '../fixtures/visitors';

let person: Person;
let stamp: number;

test.beforeEach(async ({ page, request }) => {
  person = await signUp(request);
  stamp = Date.now();
  for (const name of ['one', 'two', 'three']) {
    await makeLink(request, person, { url: `https://example.com/${name}`, alias: `${name}-${stamp}` });
  }
  await logIn(page, person);
});

const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selection' });
const told = (page: Page, text: string | RegExp) => page.locator('.ui-toast').filter({ hasText: text });
const rows = (page: Page) => page.locator('li.ui-row[data-link]');

async function selectAll(page: Page) {
  await rows(page).first().getByRole('checkbox').check();
  await bar(page).getByRole('button', { name: 'Select all 3' }).click();
  await expect(bar(page)).toContainText('3 selected');
}

test('three links are tagged, moved, archived and deleted together, and each of it is undone', async ({
  page,
  request,
}) => {
  await page.goto('/dashboard/links');
  await expect(rows(page)).toHaveCount(3);

  await selectAll(page);
  await bar(page).getByRole('button', { name: 'Tag' }).click();
  await page.getByRole('combobox', { name: 'Tag' }).fill('press');
  await page.keyboard.press('Enter');
  await expect(told(page, '3 links tagged “press”')).toBeVisible();
  await expect(rows(page).getByRole('button', { name: 'press' })).toHaveCount(3);
  await told(page, '3 links tagged').getByRole('button', { name: 'Undo' }).click();
  await expect(told(page, '3 links untagged')).toBeVisible();
  await expect(rows(page).getByRole('button', { name: 'press' })).toHaveCount(0);

  await selectAll(page);
  await bar(page).getByRole('button', { name: 'Move' }).click();
  await page.getByRole('menuitem', { name: 'New folder' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Campaigns');
  await page.getByRole('button', { name: 'Create folder and move' }).click();
  await expect(told(page, '3 links moved to “Campaigns”')).toBeVisible();
  await page.getByRole('button', { name: 'Folders' }).click();
  await page.getByRole('option', { name: 'Campaigns' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByText('3 links found')).toBeVisible();
  await expect(page).toHaveURL(/folder=fld_/);
  await expect(page.locator('.ui-tab[aria-current=page]')).toHaveText([/^All/]);
  await page.getByRole('button', { name: 'Clear filters' }).click();

  await selectAll(page);
  await bar(page).getByRole('button', { name: 'Archive' }).click();
  await expect(rows(page)).toHaveCount(0);
  await told(page, '3 links archived').getByRole('button', { name: 'Undo' }).click();
  await expect(rows(page)).toHaveCount(3);

  await selectAll(page);
  await bar(page).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 3 links' }).click();
  await expect(told(page, '3 links deleted')).toBeVisible();
  const gone = await request.get(`/one-${stamp}`, { maxRedirects: 0 });
  expect(gone.status()).toBe(410);
  await told(page, '3 links deleted').getByRole('button', { name: 'Undo' }).click();
  await expect(told(page, '3 links restored')).toBeVisible();
  await expect(rows(page)).toHaveCount(3);
  await expect.poll(() => visit(request, `/one-${stamp}`)).toBe('https://example.com/one');
});

test('what cannot be done is told link by link', async ({ page, request }) => {
  await page.goto('/dashboard/links');
  await expect(rows(page)).toHaveCount(3);
  await selectAll(page);
  const list = await request.get('/api/v1/links', { headers: { Authorization: `Bearer ${person.token}` } });
  const { items } = (await list.json()) as { items: { id: string; alias: string }[] };
  const other = items.find(({ alias }) => alias.startsWith('two-'));
  const deleted = await request.delete(`/api/v1/links/${other?.id}`, {
    headers: { Authorization: `Bearer ${person.token}` },
  });
  expect(deleted.ok()).toBe(true);
  await bar(page).getByRole('button', { name: 'Archive' }).click();
  await told(page, '2 links archived, 1 skipped').getByRole('button', { name: 'View' }).click();
  await expect(page.getByRole('dialog', { name: '1 link skipped' })).toContainText(`/two-${stamp}`);
  await expect(page.getByRole('dialog')).toContainText('There is no such link.');
});

test('a link goes back to an earlier version from its history', async ({ page, request }) => {
  await page.goto('/dashboard/links');
  await page.getByRole('link', { name: `/one-${stamp}`, exact: true }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: 'Destination' }).fill('https://example.com/changed');
  await page.getByRole('button', { name: /^Save changes/ }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('navigation', { name: 'Link sections' }).getByRole('link', { name: 'History' }).click();
  await expect(page).toHaveURL(/tab=history/);
  await expect(page.locator('.ui-tab[aria-current=page]')).toHaveText(['History']);
  await expect(page.getByText('Ada Lovelace edited the link')).toBeVisible();
  await expect(page.getByRole('deletion')).toHaveText('https://example.com/one');
  await expect.poll(() => visit(request, `/one-${stamp}`)).toBe('https://example.com/changed');
  await page.getByRole('button', { name: 'Revert to version 1' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revert' }).click();
  await expect(told(page, 'Reverted to version 1')).toBeVisible();
  await expect.poll(() => visit(request, `/one-${stamp}`)).toBe('https://example.com/one');
  await expect(page.getByText('Ada Lovelace edited the link')).toHaveCount(2);
});

test('a template that was saved with one link fills the next, and the settings keep it', async ({ page }) => {
  await page.goto('/dashboard/links?new=link');
  await page.getByRole('textbox', { name: 'Destination' }).fill('https://example.com/');
  await page.getByText('UTM', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Source' }).fill('news');
  await page.getByRole('button', { name: 'Save as template' }).click();
  await page.getByRole('textbox', { name: 'Template name' }).fill('Newsletter');
  await page.keyboard.press('Enter');
  await expect(told(page, 'Template saved')).toBeVisible();
  await page.getByRole('textbox', { name: 'Source' }).fill('');
  await page.getByRole('button', { name: 'Use template' }).click();
  await page.getByRole('menuitem', { name: 'Newsletter' }).click();
  await expect(page.getByRole('textbox', { name: 'Source' })).toHaveValue('news');
  await page.goto('/dashboard/settings');
  await expect(page.getByRole('list', { name: 'All templates' })).toContainText('Newsletter');
});
