import { expectNoAxeViolations } from '../fixtures/axe';
import { expect, logIn, test } from '../fixtures/member';

test('the command palette opens a link and runs commands by keyboard', async ({ page, member, request }) => {
  const alias = `palette-${Date.now().toString(36)}`;
  const created = await request.post('/api/v1/links', {
    headers: { Authorization: `Bearer ${member.token}` },
    data: { alias, url: 'https://example.com/palette' },
  });
  expect(created.status()).toBe(201);
  await logIn(page, member);
  await page.goto('/dashboard/links');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  const palette = page.getByRole('dialog', { name: 'Command palette' });
  const search = palette.getByRole('combobox');
  const selected = palette.getByRole('option', { selected: true });
  await page.keyboard.press('ControlOrMeta+k');
  await expect(search).toBeFocused();
  await expectNoAxeViolations(page, [1280]);
  await page.keyboard.type(alias);
  await expect(selected).toContainText(`/${alias}`);
  await page.keyboard.press('Enter');
  await expect(palette).toBeHidden();
  await expect(page).toHaveURL(/\/dashboard\/links\/[^/]+$/);

  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('go to analytics');
  await expect(selected).toContainText('Go to Analytics');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard\/analytics/);

  await page.getByRole('button', { name: 'Search' }).click();
  await expect(search).toBeFocused();
  await page.keyboard.type('audit');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard\/settings\/audit-log/);

  await page.keyboard.press('ControlOrMeta+k');
  await expect(search).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
});
