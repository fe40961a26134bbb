import { execFileSync } from 'node:child_process';
import { expectNoAxeViolations } from '../fixtures/axe';
import { expect, test } from '../fixtures/member';
import { toast } from '../fixtures/screen';
import { logIn, signUp, type TestUser } from '../fixtures/user';

/** Makes a user an operator, as the command line does. */
function grantOperator({ email }: TestUser): void {
  execFileSync(process.env.LINNET_BIN ?? '../bin/linnet', ['user', 'grant-operator', email], {
    env: { ...process.env, LINNET_DATA: process.env.LINNET_E2E_DATA },
  });
}

for (const [width, height] of [
  [1280, 900],
  [390, 844],
] as const) {
  test.describe(`at ${width}`, () => {
    test.use({ viewport: { width, height }, allowedConsole: [/status of 422/] });

    test('an operator suspends a user, who loses access until the restoration', async ({ page, request }) => {
      const operator = await signUp(request);
      const person = await signUp(request);
      grantOperator(operator);
      await logIn(page, operator);
      await page.goto('/dashboard/account');
      await page.getByRole('link', { name: 'Manage users, workspaces and links' }).click();
      await expect(page.getByRole('region', { name: 'Install' })).toBeVisible();
      await expectNoAxeViolations(page, [width]);

      await page.getByRole('tab', { name: 'Users' }).click();
      await page.getByRole('searchbox', { name: 'Search users' }).fill(person.email);
      await page.getByRole('button', { name: `Actions for ${person.email}` }).click();
      await page.getByRole('menuitem', { name: 'Suspend…' }).click();
      const dialog = page.getByRole('alertdialog', { name: `Suspend ${person.email}?` });
      await expectNoAxeViolations(page, [width]);
      await dialog.getByRole('button', { name: 'Suspend user' }).click();
      await expect(toast(page, `${person.email} suspended`)).toBeVisible();
      const me = () =>
        request.get('/api/v1/me', { headers: { Authorization: `Bearer ${person.token}` } }).then((r) => r.status());
      expect(await me()).toBe(401);

      await page.getByRole('button', { name: `Actions for ${person.email}` }).click();
      await page.getByRole('menuitem', { name: 'Restore…' }).click();
      await page.getByRole('button', { name: 'Restore user' }).click();
      await expect(toast(page, `${person.email} restored`)).toBeVisible();
      await expect(page.getByText('Suspended', { exact: true })).toHaveCount(0);
    });

    test('an operator blocks a destination, and existing links to it stop', async ({ page, request }) => {
      const operator = await signUp(request);
      grantOperator(operator);
      const host = `evil-${Date.now()}-${width}.example`;
      const created = await request.post('/api/v1/links', {
        headers: { Authorization: `Bearer ${operator.token}` },
        data: { url: `https://${host}/` },
      });
      const { alias } = (await created.json()) as { alias: string };
      await logIn(page, operator);
      await page.goto('/dashboard/admin?tab=rules');
      await page.getByRole('button', { name: 'Block a destination' }).click();
      await page.getByRole('textbox', { name: 'Destination' }).fill(host);
      await expectNoAxeViolations(page, [width]);
      await page.getByRole('button', { name: 'Block destination' }).click();
      await expect(toast(page, `${host} blocked`)).toBeVisible();
      const visit = () => request.get(`/${alias}`, { maxRedirects: 0 }).then((r) => r.status());
      await expect.poll(visit).toBe(451);
    });

    test('a visitor reports a link, and the operator blocks it', async ({ page, request }) => {
      const [operator, person] = [await signUp(request), await signUp(request)];
      grantOperator(operator);
      const created = await request.post('/api/v1/links', {
        headers: { Authorization: `Bearer ${person.token}` },
        data: { url: 'https://example.com/bank' },
      });
      const { alias, shortUrl } = (await created.json()) as { alias: string; shortUrl: string };
      await page.goto(`/abuse?link=${encodeURIComponent(shortUrl)}`);
      await expect(page.getByRole('textbox', { name: 'Short link' })).toHaveValue(shortUrl);
      await page.getByRole('button', { name: 'Send report' }).click();
      await expect(page.getByRole('alert').first()).toBeVisible();
      await page.getByRole('radio', { name: 'Phishing or fraud' }).check();
      await page.getByRole('textbox', { name: /^Details/ }).fill('It asks for my password.');
      await expectNoAxeViolations(page, [width]);
      await page.getByRole('button', { name: 'Send report' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Report sent');

      await logIn(page, operator);
      await page.goto('/dashboard/admin?tab=reports');
      await page.getByRole('searchbox', { name: 'Search cases' }).fill(alias);
      await page.getByRole('button', { name: new RegExp(`Review .*${alias}`) }).click();
      await expect(page.getByRole('dialog')).toContainText('It asks for my password.');
      await expectNoAxeViolations(page, [width]);
      await page.getByRole('button', { name: 'Resolve case' }).click();
      await expect(toast(page, 'link blocked')).toBeVisible();
      await expect.poll(() => request.get(`/${alias}`, { maxRedirects: 0 }).then((r) => r.status())).toBe(451);
    });
  });
}

test('other users neither see the entry nor the screens', async ({ page, request }) => {
  const [, person] = [await signUp(request), await signUp(request)];
  await logIn(page, person);
  await page.goto('/dashboard/admin');
  await expect(page.getByText(/^Only operators of this install/)).toBeVisible();
  await page.goto('/dashboard/account');
  await expect(page.getByRole('heading', { name: 'Delete account' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Manage users, workspaces and links' })).toHaveCount(0);
});
