import { execFileSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import { ADA, fields, freshEmail } from '../fixtures/auth-forms';
import { addDomain, addVerifiedDomain, newHost } from '../fixtures/domains';
import { activate, choose, tabTo, write } from '../fixtures/keys';
import { expect, store, test } from '../fixtures/member';
import { addDevice, disableSuggestions } from '../fixtures/passkeys';
import { waitForHydration } from '../fixtures/public-page';
import { toast } from '../fixtures/screen';
import { issuer, setUpSignOn } from '../fixtures/sign-on';
import { signUpOwner } from '../fixtures/teams';
import { totpCode } from '../fixtures/totp';
import { logIn, signUp } from '../fixtures/user';

const LOOKS = [
  { viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
  { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
] as const;

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** Opens the login page of a browser without a session. */
async function openLogin(page: Page): Promise<void> {
  await page.goto('/login');
  await waitForHydration(page);
}

async function enterPassword(page: Page, email: string, password: string): Promise<void> {
  await write(page, fields(page).email, email);
  await write(page, fields(page).password, password);
  await page.keyboard.press('Enter');
}

/** Fills the sign-up form whose address is filled already. */
async function fillSignup(page: Page): Promise<void> {
  const form = fields(page);
  await write(page, form.firstName, ADA.firstName);
  await write(page, form.lastName, ADA.lastName);
  await activate(page, form.country);
  await expect(page.getByPlaceholder('Search country...')).toBeFocused();
  await page.keyboard.type('France');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByPlaceholder('Search country...')).toBeHidden();
  await write(page, form.phoneNumber, ADA.phoneNumber);
  await write(page, form.password, ADA.password);
  await write(page, form.confirmation, ADA.confirmation);
}

/** Closes a dialog with a secret that was not copied. */
async function closeSecret(page: Page) {
  await activate(page, button(page, 'Done'));
  await activate(page, button(page, 'Close anyway'));
}

for (const look of LOOKS) {
  test.describe(`with the keyboard alone at ${look.viewport.width}, ${look.colorScheme}`, () => {
    test.use({ ...look, allowedConsole: [/status of 40[1-3]/], allowedOrigins: [issuer] });

    test('a member is invited, signs up, joins and meets the limits of the role', async ({
      page,
      request,
      browser,
      baseURL,
    }) => {
      const { owner, workspaceId } = await signUpOwner(request);
      await logIn(page, owner);
      await page.goto('/dashboard/settings/members');
      await activate(page, button(page, 'Invite'));
      const email = freshEmail();
      await write(page, page.getByRole('textbox', { name: /^Email/ }), email);
      await choose(page, page.getByRole('combobox', { name: 'Role' }), page.getByRole('option', { name: 'Viewer' }));
      await activate(page, button(page, 'Create invitation'));
      const link = page.getByRole('textbox', { name: 'Invitation link' });
      await expect(link).toHaveValue(/\/invite\/[\w-]{43}$/);

      const context = await browser.newContext({ baseURL, ...look });
      const guest = await context.newPage();
      await guest.goto(await link.inputValue());
      await activate(guest, guest.getByRole('link', { name: 'Create an account' }));
      await waitForHydration(guest);
      await expect(fields(guest).email).toHaveValue(email);
      await fillSignup(guest);
      await activate(guest, button(guest, 'Create Account'));
      await activate(guest, button(guest, 'Accept invitation'));
      await expect(guest).toHaveURL(`/dashboard/w/${workspaceId}`);
      await guest.goto(`/dashboard/w/${workspaceId}/settings/members`);
      await expect(button(guest, 'Invite')).toHaveAttribute('aria-disabled', 'true');
      await tabTo(guest, button(guest, 'Invite')); // the reason is shown on focus
      await expect(guest.getByRole('tooltip')).toContainText('viewer');
      await context.close();
    });

    test('a passkey is added and logs in', async ({ page, request }) => {
      await addDevice(page);
      await disableSuggestions(page);
      await page.goto('/help');
      await store(page, await signUp(request));
      await page.goto('/dashboard/account');
      await activate(page, button(page, 'Add a passkey'));
      await write(page, page.getByRole('dialog').getByLabel('Name'), 'Laptop');
      await page.keyboard.press('Enter');
      await expect(toast(page, 'Passkey added')).toBeVisible();
      await page.evaluate(() => localStorage.clear());
      await openLogin(page);
      await activate(page, button(page, 'Use a passkey'));
      await expect(page).toHaveURL(/\/dashboard$/);
    });

    test('two-factor authentication is set up, and a recovery code replaces the lost phone', async ({
      page,
      request,
      browser,
      baseURL,
    }) => {
      const person = await signUp(request);
      await logIn(page, person);
      await page.goto('/dashboard/account');
      await activate(page, button(page, 'Set up'));
      const key = page.getByRole('textbox', { name: 'Key' });
      await expect(key).toHaveValue(/^[A-Z2-7]{32}$/);
      await write(page, page.getByRole('textbox', { name: 'Code' }), totpCode(await key.inputValue()));
      await page.keyboard.press('Enter');
      const code = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').first();
      await expect(code).toBeVisible();
      const recoveryCode = (await code.textContent()) ?? '';
      await activate(page, button(page, 'I saved them'));

      const context = await browser.newContext({ baseURL, ...look });
      const login = await context.newPage();
      await openLogin(login);
      await enterPassword(login, person.email, person.password);
      await activate(login, button(login, 'Use a recovery code'));
      await write(login, login.getByRole('textbox', { name: 'Recovery code' }), recoveryCode);
      await login.keyboard.press('Enter');
      await expect(login).toHaveURL(/\/dashboard$/);
      await context.close();
    });

    test('a member signs in with single sign-on', async ({ page, request }) => {
      const { owner, workspaceId } = await signUpOwner(request);
      const host = newHost('acme');
      await addVerifiedDomain(request, owner, host);
      await setUpSignOn(request, owner, host, false);
      await openLogin(page);
      await activate(page, page.getByRole('link', { name: 'Single sign-on' }));
      await write(page, page.getByRole('textbox', { name: 'Work email' }), `grace@${host}`);
      await page.keyboard.press('Enter');
      await write(page, page.getByRole('textbox', { name: 'Email', exact: true }), `grace@${host}`);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(`/dashboard/w/${workspaceId}`);
    });

    test('an API key is created, used, rotated and revoked', async ({ page, request }) => {
      const statusWith = async (secret: string) =>
        (await request.get('/api/v1/links', { headers: { Authorization: `Bearer ${secret}` } })).status();
      await logIn(page, await signUp(request));
      await page.goto('/dashboard/settings/api-keys');
      await activate(page, button(page, 'Create your first key'));
      await write(page, page.getByRole('textbox', { name: 'Name' }), 'Deploy');
      await page.keyboard.press('Enter');
      const shown = page.getByRole('textbox', { name: 'API key' });
      const first = await shown.inputValue();
      expect(await statusWith(first)).toBe(200);
      await closeSecret(page);

      const actions = button(page, 'Actions for Deploy');
      await choose(page, actions, page.getByRole('menuitem', { name: 'Rotate…' }));
      await choose(
        page,
        page.getByRole('combobox', { name: /Current secret/ }),
        page.getByRole('option', { name: 'Stops working at once' }),
      );
      await activate(page, button(page, 'Rotate key'));
      const second = await shown.inputValue();
      expect([await statusWith(first), await statusWith(second)]).toEqual([401, 200]);
      await closeSecret(page);

      await choose(page, actions, page.getByRole('menuitem', { name: 'Revoke…' }));
      await activate(page, button(page, 'Revoke key'));
      await expect(page.getByText('No API keys yet')).toBeVisible();
      expect(await statusWith(second)).toBe(401);
    });

    test('an operator suspends a user, who loses access', async ({ page, request }) => {
      const [operator, person] = [await signUp(request), await signUp(request)];
      execFileSync(process.env.LINNET_BIN ?? '../bin/linnet', ['user', 'grant-operator', operator.email], {
        env: { ...process.env, LINNET_DATA: process.env.LINNET_E2E_DATA },
      });
      await logIn(page, operator);
      await page.goto('/dashboard/admin?tab=users');
      await write(page, page.getByRole('searchbox', { name: 'Search users' }), person.email);
      await choose(page, button(page, `Actions for ${person.email}`), page.getByRole('menuitem', { name: 'Suspend…' }));
      await activate(page, button(page, 'Suspend user'));
      await expect(toast(page, `${person.email} suspended`)).toBeVisible();
      const me = await request.get('/api/v1/me', { headers: { Authorization: `Bearer ${person.token}` } });
      expect(me.status()).toBe(401);
    });

    test.describe('with online payment', () => {
      test.use({
        baseURL: `http://localhost:${process.env.LINNET_E2E_PAID_PORT}`,
        allowedOrigins: [`http://127.0.0.1:${process.env.LINNET_E2E_STRIPE_PORT}`],
      });

      test('a limit is reached and a plan is paid', async ({ page, request }) => {
        const person = await signUp(request);
        await addDomain(request, person, newHost());
        await logIn(page, person);
        await page.goto('/dashboard/domains/new');
        await write(page, page.getByRole('textbox', { name: 'Domain name' }), newHost('second'));
        await page.keyboard.press('Enter');
        await activate(page, page.getByRole('link', { name: 'View plans' }));
        const card = page.locator('#pricing article').filter({ has: page.getByRole('heading', { name: /^BASIC/ }) });
        await activate(page, card.getByRole('link'));
        await activate(page, button(page, 'Upgrade to Basic Plan'));
        await activate(page, button(page, 'Pay'));
        await expect(page.getByText(/^Billed monthly\. Renews on /)).toBeVisible();
        await addDomain(request, person, newHost('third'));
      });
    });
  });
}
