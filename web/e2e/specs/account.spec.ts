import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshEmail } from '../fixtures/auth-forms';
import { expectNoAxeViolations } from '../fixtures/axe';
import { expect, test } from '../fixtures/member';
import { toast } from '../fixtures/screen';
import { logIn, signUp } from '../fixtures/user';

/** The link in the mail to an address, which the server writes to a file without LINNET_SMTP_URL. */
function mailedLink(email: string): string | undefined {
  const folder = join(process.env.LINNET_E2E_DATA ?? '', 'mail');
  for (const file of readdirSync(folder)) {
    const content = readFileSync(join(folder, file), 'utf8').replaceAll('=\r\n', '').replaceAll('=3D', '=');
    const [, to] = /^To: .*<([^>]+)>/m.exec(content) ?? [];
    if (to === email) return /https?:\/\/\S+(\/verify-email\/[\w-]+)/.exec(content)?.[1];
  }
  return undefined;
}

for (const [width, height] of [
  [1280, 900],
  [390, 844],
] as const) {
  test.describe(`at ${width}`, () => {
    test.use({ viewport: { width, height } });

    test('the address changes after both addresses confirmed it', async ({ page, request }) => {
      const person = await signUp(request);
      const next = freshEmail();
      await logIn(page, person);
      await page.goto('/dashboard/account');
      await page.getByRole('button', { name: 'Change email' }).click();
      await page.getByLabel('New email').fill(next);
      await page.getByLabel('Your password').fill(person.password);
      await expectNoAxeViolations(page, [width]);
      await page.getByRole('button', { name: 'Request change' }).click();
      await expect(toast(page, 'Check both inboxes')).toBeVisible();
      await expect(page.getByText(/^Waiting for confirmation/)).toBeVisible();
      for (const [address, heading] of [
        [next, 'One more step'],
        [person.email, 'Email address changed'],
      ] as const) {
        await expect.poll(() => mailedLink(address)).toBeTruthy();
        await page.goto(mailedLink(address) ?? '');
        await expectNoAxeViolations(page, [width]);
        await page.getByRole('button', { name: 'Confirm' }).click();
        await expect(page.getByRole('heading', { name: heading })).toBeVisible();
      }
      await page.goto('/dashboard/account');
      await expect(page.locator('main').getByText(next)).toBeVisible();
    });

    test('notifications are chosen by kind', async ({ page, request }) => {
      await logIn(page, await signUp(request));
      await page.goto('/dashboard/account');
      const emails = page.getByRole('combobox', { name: 'Emails about Domains' });
      await emails.click();
      await page.getByRole('option', { name: 'Daily summary' }).click();
      const inApp = page.getByRole('switch', { name: 'Show notifications about Billing in the app' });
      const saved = page.waitForResponse((response) => response.url().endsWith('/notification-preferences/billing'));
      await inApp.click();
      await expect(inApp).not.toBeChecked();
      await saved;
      await expect(page.getByText('Always on, in the app and by email')).toBeVisible();
      await expectNoAxeViolations(page, [width]);
      await page.reload();
      await expect(emails).toHaveText('Daily summary');
      await expect(inApp).not.toBeChecked();
    });

    test('the data of the user is exported', async ({ page, request }) => {
      await logIn(page, await signUp(request));
      await page.goto('/dashboard/account');
      await page.getByRole('button', { name: 'Export my data' }).click();
      await expect(page.getByText(/Available until/)).toBeVisible({ timeout: 15_000 });
      await expectNoAxeViolations(page, [width]);
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download' }).click();
      expect((await download).suggestedFilename()).toMatch(/^linnet-data-[\d-]+\.zip$/);
    });

    test('the account is deleted after the address and the password were typed', async ({ page, request }) => {
      const person = await signUp(request);
      await logIn(page, person);
      await page.goto('/dashboard/account');
      await page.getByRole('button', { name: 'Delete account' }).click();
      const dialog = page.getByRole('dialog', { name: 'Delete your account' });
      await dialog.getByLabel(/to confirm$/).fill(person.email);
      await dialog.getByLabel('Your password').fill(person.password);
      await expectNoAxeViolations(page, [width]);
      await dialog.getByRole('button', { name: 'Delete account' }).click();
      await expect(page).toHaveURL(/\/login$/);
      const login = await request.post('/api/v1/auth/login', {
        data: { email: person.email, password: person.password },
      });
      expect(login.status()).toBe(401);
    });
  });
}
