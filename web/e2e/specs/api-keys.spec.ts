import type { APIRequestContext, Page } from '@playwright/test';
import { expectNoAxeViolations } from '../fixtures/axe';
import { expect, test } from '../fixtures/guards';
import { activate } from '../fixtures/keys';
import { toast } from '../fixtures/screen';
import { closeSecret } from '../fixtures/secret';
import { issuer } from '../fixtures/sign-on';
import { logIn, signUp, type TestUser } from '../fixtures/user';

const callWith = (request: APIRequestContext, secret: string) =>
  request.get('/api/v1/links', { headers: { Authorization: `Bearer ${secret}` } });

/** The secret on the screen, which is shown once. */
const shownSecret = (page: Page) => page.getByRole('textbox', { name: 'API key' });

async function createKey(request: APIRequestContext, person: TestUser, name: string): Promise<string> {
  const response = await request.post('/api/v1/api-keys', {
    headers: { Authorization: `Bearer ${person.token}` },
    data: { name, scopes: ['links:write', 'analytics:read'] },
  });
  expect(response.status(), await response.text()).toBe(201);
  return ((await response.json()) as { key: string }).key;
}

/** Creates a link from the page that is open, and returns the status; 0 if the browser refuses. */
const createFrom = (page: Page, api: string, token: string) =>
  page.evaluate(
    async ([url, bearer]) => {
      const request = {
        method: 'POST',
        headers: { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' },
        body: '{"url":"https://example.com/"}',
      };
      return fetch(`${url}/api/v1/links`, request).then(
        (response) => response.status,
        () => 0,
      );
    },
    [api, token] as const,
  );

test.describe('a page of another origin', () => {
  // Chromium lets only pages of this machine call a server on it: here one of the identity provider.
  test.use({
    allowedConsole: [/blocked by CORS policy|ERR_FAILED/],
    allowedFailures: [/\/links$/],
    allowedOrigins: [issuer],
  });

  test('creates links with a key, and not with a session', async ({ page, request, baseURL }) => {
    const person = await signUp(request);
    const key = await createKey(request, person, 'Shop');
    await page.goto(`${issuer}/.well-known/openid-configuration`);
    expect(await createFrom(page, baseURL ?? '', key)).toBe(201);
    expect(await createFrom(page, baseURL ?? '', person.token)).toBe(0);
  });
});

test('a key is created, used, rotated and revoked', async ({ page, request }) => {
  await logIn(page, await signUp(request));
  await page.goto('/dashboard/settings');
  await page.getByRole('link', { name: 'Manage API keys' }).click();
  await page.getByRole('button', { name: 'Create your first key' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Deploy script');
  await page.getByRole('button', { name: 'Read only' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  const first = await shownSecret(page).inputValue();
  expect(first).toMatch(/^lnt_[0-9A-Za-z]{36}$/);
  await expect(page.getByRole('region', { name: 'Command' })).toContainText(first);
  await closeSecret(page);

  expect((await callWith(request, first)).status()).toBe(200);
  const denied = await request.post('/api/v1/links', {
    headers: { Authorization: `Bearer ${first}` },
    data: { url: 'https://example.com/' },
  });
  expect(denied.status()).toBe(403);
  expect(await denied.json()).toMatchObject({ code: 'insufficient_scope' });
  await page.reload();
  const row = page.getByRole('row', { name: /Deploy script/ });
  await expect(row).toContainText('Read only');
  await expect(row).toContainText('127.0.0.0/24');

  await page.getByRole('button', { name: 'Actions for Deploy script' }).click();
  await page.getByRole('menuitem', { name: 'Rotate…' }).click();
  await page.getByRole('combobox', { name: /Current secret/ }).click();
  await page.getByRole('option', { name: 'Stops working at once' }).click();
  await page.getByRole('button', { name: 'Rotate key' }).click();
  const second = await shownSecret(page).inputValue();
  await closeSecret(page);
  expect((await callWith(request, first)).status()).toBe(401);
  expect((await callWith(request, second)).status()).toBe(200);

  await page.getByRole('button', { name: 'Actions for Deploy script' }).click();
  await page.getByRole('menuitem', { name: 'Revoke…' }).click();
  await page.getByRole('button', { name: 'Revoke key' }).click();
  await expect(toast(page, 'Deploy script revoked')).toBeVisible();
  await expect(page.getByText('No API keys yet')).toBeVisible();
  expect((await callWith(request, second)).status()).toBe(401);
});

test('a key is created and revoked with the keyboard alone', async ({ page, request }) => {
  await logIn(page, await signUp(request));
  await page.goto('/dashboard/settings/api-keys');
  const create = page.getByRole('button', { name: 'Create your first key' });
  await create.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type('Keyboard');
  const links = page.getByRole('radio', { name: 'Links: Read and write' });
  await expect(links).toBeChecked();
  await links.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('radio', { name: 'Links: Read', exact: true })).toBeChecked();
  await page.getByRole('textbox', { name: 'Name' }).focus();
  await page.keyboard.press('Enter');
  await expect(shownSecret(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(shownSecret(page)).toBeVisible();
  await activate(page, page.getByRole('button', { name: 'Done' }));
  await activate(page, page.getByRole('button', { name: 'Close anyway' }));
  await expect(page.getByRole('row', { name: /Keyboard/ })).toContainText('Links: read');
  await page.getByRole('button', { name: 'Actions for Keyboard' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.getByRole('menuitem', { name: 'Revoke…' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Revoke key' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('No API keys yet')).toBeVisible();
});

test('the screen and its dialogs have no axe violations in both themes and widths', async ({ page, request }) => {
  const person = await signUp(request);
  await createKey(request, person, 'Deploy script with a rather long name for a phone');
  await logIn(page, person);
  await page.goto('/dashboard/settings/api-keys');
  await expect(page.getByText('Deploy script').first()).toBeVisible();
  await expectNoAxeViolations(page);
  await page.setViewportSize({ width: 1280, height: 860 });
  await page.getByRole('button', { name: 'Create key' }).click();
  await expect(page.getByRole('dialog', { name: 'Create API key' })).toBeVisible();
  await expectNoAxeViolations(page);
});

test('the screen does not scroll sideways at 390 px', async ({ page, request }) => {
  const person = await signUp(request);
  await createKey(request, person, 'a-name-without-any-place-to-break-it-in-two-lines');
  await page.setViewportSize({ width: 390, height: 844 });
  await logIn(page, person);
  await page.goto('/dashboard/settings/api-keys');
  await expect(page.getByRole('list', { name: 'API keys' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});
