import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fields } from '../fixtures/auth-forms';
import { expect, signUp, store, test } from '../fixtures/member';
import { waitForHydration } from '../fixtures/public-page';

const MAILS = join(process.env.LINNET_E2E_DATA ?? '', 'mail');

/** The mails to an address, oldest first, with quoted-printable decoded. */
async function mailsTo(address: string): Promise<string[]> {
  const names = await readdir(MAILS).catch(() => [] as string[]);
  const mails = await Promise.all(names.sort().map((name) => readFile(join(MAILS, name), 'utf8')));
  return mails
    .filter((mail) => mail.includes(address))
    .map((mail) =>
      mail.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number(`0x${hex}`))),
    );
}

async function resetLinks(address: string): Promise<string[]> {
  const mails = await mailsTo(address);
  return mails.flatMap((mail) => mail.match(/http:\/\/[^\s"<]+\/reset-password#token=[\w.-]+/)?.[0] ?? []);
}

async function ask(page: import('@playwright/test').Page, email: string) {
  await page.goto('/login');
  await waitForHydration(page);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page).toHaveURL('/forgot-password');
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot your password?' })).toBeVisible(); // the login screen is gone
  await fields(page).email.fill(email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeVisible();
  return (await page.getByRole('main').textContent()) ?? '';
}

test.describe('password reset', () => {
  test.use({ allowedConsole: [/Failed to load resource/] });

  test('AC-146: the mailed link sets a new password once and ends every session', async ({
    page,
    request,
    baseURL,
  }) => {
    const person = await signUp(request);
    await page.goto('/help');
    await ask(page, person.email);
    await expect.poll(async () => (await resetLinks(person.email)).length).toBe(1);
    const [link = ''] = await resetLinks(person.email);
    expect(new URL(link).origin).toBe(baseURL);

    await page.goto(link);
    await waitForHydration(page);
    const password = page.getByLabel('New password', { exact: true });
    const confirmation = page.getByLabel('Confirm password', { exact: true });
    const save = page.getByRole('button', { name: 'Save password' });
    await password.fill('weak');
    await confirmation.fill('other');
    await save.click();
    await expect(password).toHaveAccessibleDescription('Password must be at least 8 characters');
    await expect(confirmation).toHaveAccessibleDescription('Passwords do not match');
    await password.fill('Battery-Staple9');
    await confirmation.fill('Battery-Staple9');
    await save.click();
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('Password changed')).toBeVisible();

    const old = await request.get('/api/v1/me', { headers: { Authorization: `Bearer ${person.token}` } });
    expect(old.status()).toBe(401);
    await fields(page).email.fill(person.email);
    await fields(page).password.fill(person.password);
    await page.getByRole('button', { name: 'Log In', exact: true }).click();
    await expect(page.getByText('Login Failed')).toBeVisible();
    await fields(page).password.fill('Battery-Staple9');
    await page.getByRole('button', { name: 'Log In', exact: true }).click();
    await expect(page).toHaveURL('/dashboard');

    await page.goto(link);
    await waitForHydration(page);
    await password.fill('Third-Time-1');
    await confirmation.fill('Third-Time-1');
    await save.click();
    await expect(page.locator('.ui-toast').filter({ hasText: 'Couldn’t change the password' })).toBeVisible();
    await expect(page).toHaveURL(/\/reset-password/);
  });

  test('an unknown email gets the same response and no mail', async ({ page, request }) => {
    const { email } = await signUp(request);
    const known = await ask(page, email);
    const unregistered = `unregistered.${Date.now()}@example.com`;
    const unknown = await ask(page, unregistered);
    expect(unknown.replace(unregistered, 'X')).toBe(known.replace(email, 'X'));
    await expect.poll(async () => (await resetLinks(email)).length).toBe(1);
    expect(await mailsTo(unregistered)).toEqual([]);
  });
});

test('a reset link without a token offers to request another', async ({ page }) => {
  await page.goto('/reset-password');
  await waitForHydration(page);
  await expect(page.getByRole('heading', { level: 1, name: 'This link is incomplete' })).toBeVisible();
  await page.getByRole('link', { name: 'Request a new link' }).click();
  await expect(page).toHaveURL('/forgot-password');
});

test('the reset page does not leak its token to other pages', async ({ page, member }) => {
  const response = await page.goto('/reset-password?token=secret');
  const policy = response?.headers()['referrer-policy'] ?? '';
  expect(['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin']).toContain(policy);
  await store(page, member);
  await page.goto('/reset-password?token=secret');
  await expect(page.getByRole('heading', { level: 1, name: 'Choose a new password' })).toBeVisible();
});
