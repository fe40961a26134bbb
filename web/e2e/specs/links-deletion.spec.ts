import { expect, test } from '../fixtures/guards';
import { toast } from '../fixtures/screen';
import { logIn, signUp, type TestUser } from '../fixtures/user';
import { createLink, visit } from '../fixtures/visitors';

let person: TestUser;
let link: { id: string; alias: string; shortUrl: string };
let headers: Record<string, string>;

test.beforeEach(async ({ page, request }) => {
  person = await signUp(request);
  headers = { Authorization: `Bearer ${person.token}` };
  link = await createLink(request, person, { url: 'https://example.com/spring', alias: `spring-${Date.now()}` });
  await logIn(page, person);
});

test('deleting the clicks of a link resets its counter', async ({ page, request }) => {
  const counters = async () => (await request.get(`/api/v1/links/${link.id}`, { headers })).json();
  await visit(request, link.shortUrl);
  await expect.poll(async () => (await counters()).clickCount).toBe(1);
  await page.goto(`/dashboard/links/${link.id}`);
  await page.getByRole('button', { name: 'Delete clicks' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('textbox').fill(link.alias);
  await dialog.getByRole('button', { name: 'Delete clicks' }).click();
  await expect(toast(page, `Clicks of /${link.alias} deleted`)).toBeVisible();
  expect(await counters()).toMatchObject({ clickCount: 0, lastClickedAt: null });
});

test('the alias of a deleted link stays reserved until it is released', async ({ page, request }) => {
  const reuse = () =>
    request.post('/api/v1/links', { headers, data: { url: 'https://example.com/', alias: link.alias } });
  expect((await request.delete(`/api/v1/links/${link.id}`, { headers })).status()).toBe(204);
  expect((await reuse()).status()).toBe(409);
  await page.goto('/dashboard/links?status=deleted');
  await page.getByRole('button', { name: `Release /${link.alias}` }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('textbox').fill(link.alias);
  await dialog.getByRole('button', { name: 'Release alias' }).click();
  await expect(page.getByText('No deleted links.')).toBeVisible();
  expect((await reuse()).status()).toBe(201);
});
