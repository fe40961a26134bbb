import { expect, logIn, test } from '../fixtures/member';

/** Changes the role in the workspace response. The API has no invitations yet, so that no real viewer exists. */
test.beforeEach(async ({ page, member }) => {
  await page.route('**/api/v1/workspaces/current', async (route) => {
    const response = await route.fetch();
    const workspace = await response.json();
    const permissions = ['links:read', 'analytics:read', 'workspace:read'];
    await route.fulfill({ response, json: { ...workspace, role: 'viewer', permissions } });
  });
  await logIn(page, member);
});

test('controls that change data are disabled with the reason for a viewer', async ({ page }) => {
  await page.goto('/dashboard/qr-codes');
  const create = page.getByRole('button', { name: 'Create a QR Code' });
  await expect(create).toHaveAttribute('aria-disabled', 'true');
  await create.hover();
  await expect(page.getByRole('tooltip')).toHaveText(
    "Your role (viewer) can't edit links and QR codes. Ask an owner or admin.",
  );
  await page.mouse.move(0, 0);

  await page.goto('/dashboard/analytics');
  await expect(page.getByRole('button', { name: 'Share', exact: true })).toHaveAttribute('aria-disabled', 'true');

  await page.goto('/dashboard/settings');
  await expect(page.getByRole('button', { name: 'Save name' })).toHaveAttribute('aria-disabled', 'true');
});

test('the create dialog does not open for a viewer', async ({ page }) => {
  const loaded = page.waitForResponse('**/api/v1/workspaces/current');
  await page.goto('/dashboard/links?new=link');
  await loaded;
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('c');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
