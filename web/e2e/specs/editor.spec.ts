import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures/guards';
import { logIn, signUp } from '../fixtures/person';
import { scaled } from '../pace/pace';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

/** Opens a list with Enter, finds an entry by its first letters and takes it. */
async function choose(list: Locator, name: string) {
  await list.press('Enter');
  const option = list.page().getByRole('option', { name, exact: true });
  await expect(option).toBeVisible();
  await list.page().keyboard.type(name.slice(0, 9));
  await expect(option).toBeFocused();
  await list.page().keyboard.press('Enter');
}

const row = (page: Page, words: string) => page.getByRole('listitem').filter({ hasText: words }).last();
const order = (page: Page) => page.locator('.rule-row .link-form-summary');

test('a nested rule is written by keyboard, carried above another, tried, and then decides', async ({
  page,
  request,
}) => {
  test.setTimeout(scaled(60_000));
  const person = await signUp(request);
  await logIn(page, person);
  const alias = `poster-${Date.now()}`;
  await page.goto('/dashboard/links');
  await expect(page.getByRole('heading', { name: 'No links yet' })).toBeVisible();
  await page.keyboard.press('c');
  await expect(page.getByRole('textbox', { name: 'Destination' })).toBeFocused();
  await page.keyboard.type('example.com/all');
  await page.keyboard.press('Tab');
  await page.keyboard.type(alias);
  await page.locator('summary').filter({ hasText: 'Rules' }).press('Enter');

  await page.getByRole('button', { name: 'Add rule' }).press('Enter');
  await expect(page.getByRole('combobox', { name: 'Condition' })).toBeFocused();
  await choose(page.getByRole('combobox', { name: 'Condition' }), 'Device');
  await page.getByRole('checkbox', { name: 'mobile' }).press(' ');
  await page.getByRole('textbox', { name: 'Redirect to' }).pressSequentially('example.com/phone');
  await page.keyboard.press('Enter');
  await expect(order(page)).toHaveText([/^Device is mobile/]);
  await expect(page.getByRole('button', { name: 'Edit rule: Device is mobile' })).toBeFocused();

  await page.getByRole('button', { name: 'Add rule' }).press('Enter');
  await choose(page.getByRole('combobox', { name: 'Condition' }), 'Language');
  await page.getByRole('combobox', { name: 'Values' }).pressSequentially('german');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Add group' }).press('Enter');
  const group = page.getByRole('group', { name: 'Condition group' });
  await choose(group.getByRole('combobox', { name: 'Condition' }), 'Query parameter');
  await group.getByRole('textbox', { name: 'Parameter name' }).pressSequentially('ref');
  await group.getByRole('textbox', { name: 'Values' }).pressSequentially('poster,flyer');
  await group.getByRole('button', { name: 'Add condition' }).press('Enter');
  await choose(group.getByRole('combobox', { name: 'Condition' }).nth(1), 'Bot or person');
  await page.getByRole('textbox', { name: 'Redirect to' }).pressSequentially('example.com/poster');
  await page.keyboard.press('Enter');
  const nested = 'Language is German and (Query parameter ref is poster or flyer or Visitor is a bot)';
  await expect(order(page)).toContainText(['Device is mobile', nested]);

  const said = page.getByRole('dialog').getByRole('status');
  const grip = page.getByRole('button', { name: `Reorder rule 2: ${nested}` });
  await grip.press(' ');
  await expect(said.filter({ hasText: 'picked up at position 2 of 2' })).toHaveCount(1);
  await page.keyboard.press('ArrowUp');
  await expect(order(page)).toHaveText([/^Language/, /^Device/]);
  await expect(said.filter({ hasText: 'Moved to position 1 of 2' })).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(order(page)).toHaveText([/^Device/, /^Language/]);
  await expect(said.filter({ hasText: 'Back at position 2 of 2' })).toHaveCount(1);

  await grip.hover();
  const from = await grip.boundingBox();
  const to = await row(page, 'Device is mobile').boundingBox();
  if (!from || !to) throw new Error('The rules are not on the screen.');
  await page.mouse.down();
  await page.mouse.move(from.x + 8, from.y, { steps: 3 });
  await page.mouse.move(from.x + 8, to.y + 2, { steps: 8 });
  await page.mouse.up();
  await expect(order(page)).toHaveText([/^Language/, /^Device/]);
  await expect(said.filter({ hasText: 'dropped at position 1 of 2' })).toHaveCount(1);

  const trial = page.getByRole('complementary', { name: 'Test as' });
  await choose(trial.getByRole('combobox', { name: 'Device' }), 'iPhone');
  await choose(trial.getByRole('combobox', { name: 'Language' }), 'German');
  await expect(trial).toContainText('Rule 1 does not match: query ref');
  await expect(trial).toContainText('https://example.com/phone');
  await trial.getByText('More options').press('Enter');
  await trial.getByRole('textbox', { name: 'Query parameters' }).pressSequentially('ref=poster');
  await expect(trial).toContainText('Rule 1 matches');
  await expect(trial).toContainText('https://example.com/poster?ref=poster');

  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('dialog', { name: 'Link created' })).toBeVisible();
  const visit = async (query: string) => {
    const answer = await request.get(`/${alias}${query}`, {
      maxRedirects: 0,
      headers: { 'User-Agent': IPHONE, 'Accept-Language': 'de-DE,de;q=0.9' },
    });
    return answer.headers().location;
  };
  await expect.poll(() => visit('?ref=poster')).toBe('https://example.com/poster?ref=poster');
  expect(await visit('')).toBe('https://example.com/phone');
});
