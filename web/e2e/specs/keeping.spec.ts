import { expect, test } from '../fixtures/guards';
import { logIn, signUp } from '../fixtures/person';
import { makeLink, visit } from '../fixtures/visitors';

test('a view is saved, clicks are deleted, an alias is freed, and clicks are kept for a week', async ({
  page,
  request,
}) => {
  const person = await signUp(request);
  const stamp = Date.now();
  const link = await makeLink(request, person, { url: 'https://example.com/spring', alias: `spring-${stamp}` });
  await makeLink(request, person, { url: 'https://example.com/other', alias: `other-${stamp}` });
  await visit(request, `/${link.alias}`);
  await logIn(page, person);

  // A filter becomes a tab of one's own, also after a reload, and from any other view.
  await page.goto('/dashboard/links');
  await page.getByRole('searchbox', { name: 'Search links' }).fill('spring');
  await expect(page.getByText('1 link found')).toBeVisible();
  await page.getByRole('button', { name: 'More views' }).click();
  await page.getByRole('menuitem', { name: 'Save view' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Spring');
  await page.getByRole('button', { name: 'Save view' }).click();
  const tab = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Spring' });
  await expect(tab).toHaveAttribute('aria-current', 'page');
  await page.getByRole('link', { name: /^All/ }).click();
  await expect(page.locator('li.ui-row[data-link]')).toHaveCount(2);
  await page.reload();
  await expect(page.locator('.ui-tab[aria-current=page]')).toHaveText([/^All/]);
  await tab.click();
  await expect(page.locator('li.ui-row[data-link]')).toHaveCount(1);
  await expect(page.locator('.ui-tab[aria-current=page]')).toHaveText(['Spring']);

  // Its clicks go, and the counter with them.
  await expect.poll(async () => (await figures()).clickCount).toBe(1);
  await page.goto(`/dashboard/links/${link.id}`);
  await page.getByRole('button', { name: 'Delete clicks' }).click();
  const asked = page.getByRole('alertdialog');
  await asked.getByRole('textbox').fill(link.alias);
  await asked.getByRole('button', { name: 'Delete clicks' }).click();
  await expect(page.locator('.ui-toast').filter({ hasText: `Clicks of /${link.alias} deleted` })).toBeVisible();
  expect(await figures()).toMatchObject({ clickCount: 0, lastClickedAt: null });

  // A deleted link's alias stays taken until somebody who may says otherwise.
  const headers = { Authorization: `Bearer ${person.token}` };
  expect((await request.delete(`/api/v1/links/${link.id}`, { headers })).status()).toBe(204);
  const again = () =>
    request.post('/api/v1/links', { headers, data: { url: 'https://example.com/', alias: link.alias } });
  expect((await again()).status()).toBe(409);
  await page.goto('/dashboard/links?status=deleted');
  await page.getByRole('button', { name: `Release /${link.alias}` }).click();
  await asked.getByRole('textbox').fill(link.alias);
  await asked.getByRole('button', { name: 'Release alias' }).click();
  await expect(page.getByText('No deleted links.')).toBeVisible();
  expect((await again()).status()).toBe(201);

  await page.goto('/dashboard/settings');
  await page.getByRole('textbox', { name: 'Days' }).fill('7');
  await page.getByRole('button', { name: 'Save days' }).click();
  await asked.getByRole('button', { name: 'Delete older clicks' }).click();
  await expect(page.locator('.ui-toast').filter({ hasText: 'Clicks are kept for 7 days.' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Days' })).toHaveValue('7');

  async function figures(): Promise<Record<string, unknown>> {
    return (
      await request.get(`/api/v1/links/${link.id}`, { headers: { Authorization: `Bearer ${person.token}` } })
    ).json();
  }
});
