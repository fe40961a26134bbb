import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { fields, fillSignup, freshEmail } from '../fixtures/auth-forms';
import { expectNoAxeViolations } from '../fixtures/axe';
import { expect, test } from '../fixtures/member';
import { waitForHydration } from '../fixtures/public-page';
import { toast } from '../fixtures/screen';
import { closeSecret } from '../fixtures/secret';
import { addMember, bearer, signUpOwner } from '../fixtures/teams';
import { logIn } from '../fixtures/user';

const MEMBERS = '/dashboard/settings/members';

/** The link in the mail to an address, which the server writes to a file without LINNET_SMTP_URL. */
function mailedLink(email: string): string | undefined {
  const folder = join(process.env.LINNET_E2E_DATA ?? '', 'mail');
  for (const file of readdirSync(folder)) {
    const content = readFileSync(join(folder, file), 'utf8').replaceAll('=\r\n', '').replaceAll('=3D', '=');
    if (content.includes(email)) return /https?:\/\/\S+\/invite\/[\w-]+/.exec(content)?.[0];
  }
  return undefined;
}

async function invite(page: Page, email: string, role: string): Promise<void> {
  await page.goto(MEMBERS);
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: /^Email/ }).fill(email);
  await dialog.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: role }).click();
  await dialog.getByRole('button', { name: 'Create invitation' }).click();
  await expect(page.getByRole('textbox', { name: 'Invitation link' })).toHaveValue(/\/invite\/[\w-]{43}$/);
  await closeSecret(page);
}

test('AC-224 an invited address signs up from the mail and joins with the limits of the role', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const { owner, workspaceId } = await signUpOwner(request);
  await logIn(page, owner);
  const email = freshEmail();
  await invite(page, email, 'Viewer');
  await expect(page.getByText(email)).toBeVisible();
  await expect.poll(() => mailedLink(email)).toBeTruthy();

  const context = await browser.newContext({ baseURL });
  const guest = await context.newPage();
  await guest.goto(mailedLink(email) ?? '');
  await guest.getByRole('link', { name: 'Create an account' }).click();
  await waitForHydration(guest);
  await expect(fields(guest).email).toHaveValue(email);
  await fillSignup(guest, { email });
  await guest.getByRole('button', { name: 'Create Account' }).click();
  await guest.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(guest).toHaveURL(`/dashboard/w/${workspaceId}`);
  await guest.goto(`/dashboard/w/${workspaceId}/settings/members`);
  await expect(guest.getByRole('list', { name: 'Members' }).getByRole('listitem')).toHaveCount(2);
  await expect(guest.getByRole('button', { name: 'Invite' })).toHaveAttribute('aria-disabled', 'true');
  await context.close();
});

test('a removed member loses access at once', async ({ page, request }) => {
  const { owner, workspaceId } = await signUpOwner(request);
  const member = await addMember(request, owner, workspaceId, 'editor');
  const inWorkspace = () =>
    request.get('/api/v1/links', { headers: { ...bearer(member), 'Linnet-Workspace': workspaceId } });
  expect((await inWorkspace()).status()).toBe(200);

  await logIn(page, owner);
  await page.goto(MEMBERS);
  await page
    .getByRole('listitem')
    .filter({ hasText: member.email })
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expect(page.getByRole('alertdialog')).toContainText('loses access at once');
  await page.getByRole('button', { name: 'Remove member' }).click();
  await expect(toast(page, /removed$/)).toBeVisible();
  expect((await inWorkspace()).status()).toBe(404);
});

test('the members and an invitation have no axe violations in both themes and widths', async ({ page, request }) => {
  const { owner, workspaceId } = await signUpOwner(request);
  await addMember(request, owner, workspaceId, 'admin');
  await logIn(page, owner);
  await page.goto(MEMBERS);
  await expect(page.getByRole('list', { name: 'Members' }).getByRole('listitem')).toHaveCount(2);
  await expectNoAxeViolations(page);
  await page.setViewportSize({ width: 1280, height: 860 });
  await page.getByRole('button', { name: 'Invite' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoAxeViolations(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.keyboard.press('Escape');
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});
