import type { Browser, Page } from '@playwright/test';
import { expectNoAxeViolations } from '../fixtures/axe';
import { addVerifiedDomain, newHost } from '../fixtures/domains';
import { expect, test } from '../fixtures/guards';
import { waitForHydration } from '../fixtures/public-page';
import { toast } from '../fixtures/screen';
import { issuer, register, setUpSignOn } from '../fixtures/sign-on';
import { addMember, signUpOwner } from '../fixtures/teams';
import { logIn } from '../fixtures/user';

test.use({ allowedOrigins: [issuer] });

/** Signs in on the provider's page. */
async function signInAtProvider(page: Page, email: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Example provider' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const onPhone = (browser: Browser, baseURL?: string) =>
  browser.newContext({ baseURL, viewport: { width: 390, height: 844 } });

test('an owner sets up single sign-on, and a new member signs in with it', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const { owner } = await signUpOwner(request);
  const host = newHost('acme');
  await addVerifiedDomain(request, owner, host);
  await logIn(page, owner);
  await page.goto('/dashboard/settings');
  await page.getByRole('link', { name: 'Manage single sign-on' }).click();
  const address = await page.getByText(/\/auth\/oidc\/sso_\w+\/callback$/).textContent();
  const client = await register(address ?? '');
  await page.getByRole('textbox', { name: 'Issuer' }).fill(issuer);
  await page.getByRole('textbox', { name: 'Client ID' }).fill(client.client_id);
  await page.getByLabel('Client secret', { exact: true }).fill(client.client_secret);
  await page.getByLabel('Email domains').fill(host);
  await page.getByLabel('Email domains').press('Enter');
  await page.getByRole('button', { name: 'Test issuer' }).click();
  await expect(toast(page, 'The provider responds')).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Save single sign-on' }).click();
  await expect(toast(page, 'Single sign-on saved')).toBeVisible();

  const phone = await onPhone(browser, baseURL);
  const login = await phone.newPage();
  await login.goto('/login');
  await waitForHydration(login);
  await login.getByRole('link', { name: 'Single sign-on' }).click();
  await expect(login.getByRole('heading', { name: 'Single sign-on' })).toBeVisible();
  await expectNoAxeViolations(login);
  await login.getByRole('textbox', { name: 'Work email' }).fill('grace@elsewhere.example');
  await login.keyboard.press('Enter');
  await expect(login.getByText('The domain of this address has no single sign-on.')).toBeVisible();
  await login.getByRole('textbox', { name: 'Work email' }).fill(`grace@${host}`);
  await login.keyboard.press('Enter');
  await signInAtProvider(login, `grace@${host}`);
  await expect(login).toHaveURL(/\/dashboard\/w\/wsp_\w+$/);
  await phone.close();

  await page.goto('/dashboard/settings/members');
  await expect(page.getByText('Grace Hopper')).toBeVisible();
});

test.describe('when it is required', () => {
  test.use({ allowedConsole: [/status of 403/] });

  test('a member with a password connects their account, and confirms it for the rest of the account', async ({
    page,
    request,
  }) => {
    const { owner, workspaceId } = await signUpOwner(request);
    const host = newHost('acme');
    await addVerifiedDomain(request, owner, host);
    const member = await addMember(request, owner, workspaceId, 'viewer', host);
    await setUpSignOn(request, owner, host, true);
    await logIn(page, member);
    await page.goto(`/dashboard/w/${workspaceId}`);
    await expect(page).toHaveURL(/\/login\/sso$/);
    await expect(page.getByText('This workspace requires you to log in with your organization.')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Work email' })).toHaveValue(member.email);
    await page.getByRole('button', { name: 'Continue with single sign-on' }).click();
    await signInAtProvider(page, member.email);
    await expect(page.getByRole('heading', { name: 'Connect your account' })).toBeVisible();
    await expectNoAxeViolations(page);
    await page.getByLabel('Linnet password', { exact: true }).fill(member.password);
    await page.getByRole('button', { name: 'Connect and log in' }).click();
    await expect(page).toHaveURL(`/dashboard/w/${workspaceId}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoAxeViolations(page);

    // A navigation of the browser would restore the session of `logIn`.
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Profile' }).click();
    await page.getByRole('button', { name: 'Confirm it’s you' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await dialog.getByLabel('Password', { exact: true }).fill(member.password);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    const connected = page.getByRole('list', { name: 'Connected single sign-ons' });
    await expect(connected).toContainText(member.email);
    await expectNoAxeViolations(page);
    await connected.getByRole('button', { name: /^Disconnect/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
    await expect(toast(page, 'Single sign-on disconnected')).toBeVisible();
    await expect(page.getByText('No single sign-on is connected.')).toBeVisible();
  });
});
