// biome-ignore-all lint/suspicious/noThenProperty: `then` is the API's name for a rule's action
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures/guards';
import { formSection } from '../fixtures/screen';
import { logIn, signUp, type TestUser } from '../fixtures/user';
import { createLink } from '../fixtures/visitors';
import { scaled } from '../pace/pace';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

const MOBILE = {
  when: { field: 'device', op: 'in', values: ['mobile'] },
  then: { redirect: 'https://example.com/phone' },
};
const GERMAN_POSTER = {
  when: {
    all: [
      { field: 'language', op: 'in', values: ['de'] },
      {
        any: [
          { field: 'query', name: 'ref', op: 'in', values: ['poster', 'flyer'] },
          { field: 'bot', op: 'in', values: ['true'] },
        ],
      },
    ],
  },
  then: { redirect: 'https://example.com/poster' },
};
const NESTED = 'Language is German and (Query parameter ref is poster or flyer or Visitor is a bot)';

let person: TestUser;

test.beforeEach(async ({ page, request }) => {
  person = await signUp(request);
  await logIn(page, person);
});

/** Opens a select with Enter and selects an option by its first letters. */
async function select(list: Locator, name: string) {
  await list.press('Enter');
  const option = list.page().getByRole('option', { name, exact: true });
  await expect(option).toBeVisible();
  await list.page().keyboard.type(name.slice(0, 9));
  await expect(option).toBeFocused();
  await list.page().keyboard.press('Enter');
}

/** The reorder handles of the rules, whose names contain the rules' text in order. */
const handles = (page: Page) => page.getByRole('button', { name: /^Reorder rule \d/ });

async function expectOrder(page: Page, ...texts: string[]) {
  await expect(handles(page)).toHaveCount(texts.length);
  for (const [at, text] of texts.entries()) {
    await expect(handles(page).nth(at)).toHaveAccessibleName(`Reorder rule ${at + 1}: ${text}`);
  }
}

test('rules with nested conditions are written by keyboard alone and redirect visitors', async ({ page, request }) => {
  test.setTimeout(scaled(60_000));
  const alias = `poster-${Date.now()}`;

  await test.step('open the form', async () => {
    await page.goto('/dashboard/links');
    await expect(page.getByRole('heading', { name: 'No links yet' })).toBeVisible();
    await page.keyboard.press('c');
    await expect(page.getByRole('textbox', { name: 'Destination' })).toBeFocused();
    await page.keyboard.type('example.com/all');
    await page.keyboard.press('Tab');
    await page.keyboard.type(alias);
    await formSection(page, 'Rules').press('Enter');
  });

  await test.step('write a rule with one condition', async () => {
    await page.getByRole('button', { name: 'Add rule' }).press('Enter');
    await expect(page.getByRole('combobox', { name: 'Condition' })).toBeFocused();
    await select(page.getByRole('combobox', { name: 'Condition' }), 'Device');
    await page.getByRole('checkbox', { name: 'mobile' }).press(' ');
    await page.getByRole('textbox', { name: 'Redirect to' }).pressSequentially('example.com/phone');
    await page.keyboard.press('Enter');
    await expectOrder(page, 'Device is mobile');
    await expect(page.getByRole('button', { name: 'Edit rule: Device is mobile' })).toBeFocused();
  });

  await test.step('write a rule with a nested group', async () => {
    await page.getByRole('button', { name: 'Add rule' }).press('Enter');
    await select(page.getByRole('combobox', { name: 'Condition' }), 'Language');
    await page.getByRole('combobox', { name: 'Values' }).pressSequentially('german');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Add group' }).press('Enter');
    const group = page.getByRole('group', { name: 'Condition group' });
    await select(group.getByRole('combobox', { name: 'Condition' }), 'Query parameter');
    await group.getByRole('textbox', { name: 'Parameter name' }).pressSequentially('ref');
    await group.getByRole('textbox', { name: 'Values' }).pressSequentially('poster,flyer');
    await group.getByRole('button', { name: 'Add condition' }).press('Enter');
    await select(group.getByRole('combobox', { name: 'Condition' }).nth(1), 'Bot or person');
    await page.getByRole('textbox', { name: 'Redirect to' }).pressSequentially('example.com/poster');
    await page.keyboard.press('Enter');
    await expectOrder(page, 'Device is mobile', NESTED);
  });

  await test.step('move it to the top and save', async () => {
    await handles(page).nth(1).press(' ');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press(' ');
    await expectOrder(page, NESTED, 'Device is mobile');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('dialog', { name: 'Link created' })).toBeVisible();
  });

  await test.step('redirect visitors by these rules', async () => {
    const visit = async (query: string) => {
      const response = await request.get(`/${alias}${query}`, {
        maxRedirects: 0,
        headers: { 'User-Agent': IPHONE, 'Accept-Language': 'de-DE,de;q=0.9' },
      });
      return response.headers().location;
    };
    await expect.poll(() => visit('?ref=poster')).toBe('https://example.com/poster?ref=poster');
    expect(await visit('')).toBe('https://example.com/phone');
  });
});

test.describe('with two rules', () => {
  test.beforeEach(async ({ page, request }) => {
    const link = await createLink(request, person, {
      url: 'https://example.com/all',
      alias: `rules-${Date.now()}`,
      rules: [MOBILE, GERMAN_POSTER],
    });
    await page.goto(`/dashboard/links?edit=${link.id}`);
    await expectOrder(page, 'Device is mobile', NESTED);
  });

  const announced = (page: Page, text: string) =>
    expect(page.getByRole('dialog').getByRole('status').filter({ hasText: text })).toHaveCount(1);

  test('a rule is moved by keyboard, with announcements, and Escape cancels the move', async ({ page }) => {
    await handles(page).nth(1).press(' ');
    await announced(page, 'picked up at position 2 of 2');
    await page.keyboard.press('ArrowUp');
    await expectOrder(page, NESTED, 'Device is mobile');
    await announced(page, 'Moved to position 1 of 2');
    await page.keyboard.press('Escape');
    await expectOrder(page, 'Device is mobile', NESTED);
    await announced(page, 'Back at position 2 of 2');
  });

  test('a rule is moved by dragging', async ({ page }) => {
    const handle = handles(page).nth(1);
    await handle.hover();
    const from = await handle.boundingBox();
    const to = await page.getByRole('listitem').filter({ hasText: 'Device is mobile' }).last().boundingBox();
    if (!from || !to) throw new Error('The rules are not visible.');
    await page.mouse.down();
    await page.mouse.move(from.x + 8, from.y, { steps: 3 });
    await page.mouse.move(from.x + 8, to.y + 2, { steps: 8 });
    await page.mouse.up();
    await expectOrder(page, NESTED, 'Device is mobile');
    await announced(page, 'dropped at position 1 of 2');
  });

  test('the simulator shows which rule matches a visitor', async ({ page }) => {
    const simulator = page.getByRole('complementary', { name: 'Test as' });
    await select(simulator.getByRole('combobox', { name: 'Device' }), 'iPhone');
    await select(simulator.getByRole('combobox', { name: 'Language' }), 'German');
    await expect(simulator).toContainText('Rule 1 matches');
    await expect(simulator).toContainText('https://example.com/phone');
    await page.getByRole('button', { name: `Move up: ${NESTED}` }).click();
    await expect(simulator).toContainText('Rule 1 does not match: query ref');
    await expect(simulator).toContainText('https://example.com/phone');
    await simulator.getByText('More options').press('Enter');
    await simulator.getByRole('textbox', { name: 'Query parameters' }).pressSequentially('ref=poster');
    await expect(simulator).toContainText('Rule 1 matches');
    await expect(simulator).toContainText('https://example.com/poster?ref=poster');
  });
});
