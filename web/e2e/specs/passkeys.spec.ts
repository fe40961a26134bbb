import type { APIRequestContext, Page } from '@playwright/test';
import { expectNoAxeViolations } from '../fixtures/axe';
import { expect, store, test } from '../fixtures/member';
import { addDevice, disableSuggestions } from '../fixtures/passkeys';
import { toast } from '../fixtures/screen';
import { totpCode } from '../fixtures/totp';
import { signUp, type TestUser } from '../fixtures/user';

const HOME = 'Welcome to Your Linnet Dashboard';

/** Opens the account page of a new user, on a device with a screen lock. */
async function openAccount(page: Page, person: TestUser): Promise<void> {
  await addDevice(page);
  await page.goto('/help');
  await store(page, person);
  await page.goto('/dashboard/account');
}

async function logInWithPasskey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('heading', { name: HOME })).toBeVisible();
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(toast(page, 'Passkey added')).toBeVisible();
}

async function logOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
}

/** Turns on two-factor authentication through the API. */
async function requireCode(request: APIRequestContext, { token }: TestUser): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` };
  const setup = await request.post('/api/v1/me/second-factors/totp', { headers });
  const { secret } = (await setup.json()) as { secret: string };
  const confirmed = await request.post('/api/v1/me/second-factors/totp/confirm', {
    headers,
    data: { code: totpCode(secret) },
  });
  expect(confirmed.status(), await confirmed.text()).toBe(200);
}

for (const [width, height] of [
  [1280, 900],
  [390, 844],
] as const) {
  test.describe(`at ${width}`, () => {
    test.use({ viewport: { width, height }, allowedConsole: [/status of 40[13]/] });

    test('a passkey logs in without an email address, and is renamed and removed', async ({ page, request }) => {
      await openAccount(page, await signUp(request));
      await addPasskey(page, 'Laptop');
      await expectNoAxeViolations(page, [width]);
      await disableSuggestions(page);
      await logOut(page);
      await logInWithPasskey(page);

      await page.goto('/dashboard/account');
      await expect(page.getByText(/Last used/)).toBeVisible();
      await page.getByRole('button', { name: 'Rename Laptop' }).click();
      await page.getByRole('dialog').getByLabel('Name').fill('Work');
      await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
      await page.getByRole('button', { name: 'Remove Work' }).click();
      await page.getByRole('button', { name: 'Remove passkey' }).click();
      await expect(page.getByRole('button', { name: 'Remove Work' })).toHaveCount(0);
    });

    test('a passkey replaces the code at the second step of a login', async ({ page, request }) => {
      const person = await signUp(request);
      await openAccount(page, person);
      await addPasskey(page, 'Laptop');
      await requireCode(request, person);
      await disableSuggestions(page);
      await logOut(page);
      await page.getByLabel('Email', { exact: true }).fill(person.email);
      await page.getByLabel('Password', { exact: true }).fill(person.password);
      await page.getByRole('button', { name: 'Log In', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
      await expectNoAxeViolations(page, [width]);
      await logInWithPasskey(page);
    });

    test('a passkey that the email field suggests logs in', async ({ page, request }) => {
      await openAccount(page, await signUp(request));
      await addPasskey(page, 'Laptop');
      await logOut(page);
      await expect(page.getByRole('heading', { name: HOME })).toBeVisible();
    });

    test('a passkey confirms the identity before a sensitive change', async ({ page, request }) => {
      await openAccount(page, await signUp(request));
      await addPasskey(page, 'Laptop');
      // The server accepts changes for 15 minutes after a login, so the first request is answered here.
      await page.route(
        '**/api/v1/me/passkeys/psk_*',
        (route) =>
          route.fulfill({
            status: 403,
            json: { code: 'reauthentication_required', message: 'Confirm it’s you.' },
          }),
        { times: 1 },
      );
      await page.getByRole('button', { name: 'Remove Laptop' }).click();
      await page.getByRole('button', { name: 'Remove passkey' }).click();
      const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
      await expectNoAxeViolations(page, [width]);
      await dialog.getByRole('button', { name: 'Use a passkey' }).click();
      await expect(toast(page, 'Passkey removed')).toBeVisible();
    });
  });
}
