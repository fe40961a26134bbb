import type { APIRequestContext, Page } from '@playwright/test';
import { expectNoAxeViolations } from '../fixtures/axe';
import { addVerifiedDomain, newHost, visit } from '../fixtures/domains';
import { expect, test } from '../fixtures/guards';
import { toast } from '../fixtures/screen';
import { logIn, signUp, type TestUser } from '../fixtures/user';

/** Creates and publishes a page on a domain through the API, and returns its id. */
async function publishPage(request: APIRequestContext, person: TestUser, domain: string, title: string) {
  const headers = { Authorization: `Bearer ${person.token}` };
  const data = { handle: 'oat-street', domain, title, blocks: [{ type: 'heading', text: 'Our cafés' }] };
  const created = await request.post('/api/v1/bio-pages', { headers, data });
  expect(created.status(), await created.text()).toBe(201);
  const { id } = (await created.json()) as { id: string };
  expect((await request.post(`/api/v1/bio-pages/${id}/publish`, { headers })).status()).toBe(200);
  return { id, unpublish: () => request.post(`/api/v1/bio-pages/${id}/unpublish`, { headers }) };
}

/** Chooses the page at the root, saves, and waits for the answer. */
async function chooseRootPage(page: Page, host: string, option: string) {
  await page.getByRole('combobox', { name: 'Bio page at the root' }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
  await save(page, host);
}

async function save(page: Page, host: string) {
  const button = page.getByRole('button', { name: 'Save redirects' });
  await button.click();
  await expect(toast(page, 'Domain settings saved')).toContainText(host);
  await expect(button).toBeDisabled();
}

test('the root of a domain shows a bio page, then redirects, then shows neither', async ({ page, request }) => {
  const person = await signUp(request);
  const host = newHost('root');
  const domain = await addVerifiedDomain(request, person, host);
  const { unpublish } = await publishPage(request, person, host, 'Oat Street');
  const root = () => visit(request, host, '/');
  await logIn(page, person);
  await page.goto(`/dashboard/domains/${domain.id}`);

  await chooseRootPage(page, host, 'Oat Street');
  const shown = await root();
  expect(shown.status()).toBe(200);
  await page.setContent(await shown.text());
  await expect(page.getByRole('heading', { level: 1, name: 'Oat Street' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Our cafés' })).toBeVisible();

  await page.goto(`/dashboard/domains/${domain.id}`);
  await expect(page.getByRole('combobox', { name: 'Bio page at the root' })).toContainText('Oat Street');
  await expectNoAxeViolations(page);
  await page.getByRole('textbox', { name: 'Root URL' }).fill('https://example.com/home');
  await save(page, host);
  expect((await root()).status(), 'the page comes before the root URL').toBe(200);

  await unpublish();
  expect((await root()).headers().location).toBe('https://example.com/home');
  await page.reload();
  const choice = page.getByRole('combobox', { name: 'Bio page at the root' });
  await expect(choice).toContainText('Oat Street (not published)');

  await page.getByRole('textbox', { name: 'Root URL' }).fill('');
  await chooseRootPage(page, host, 'None');
  const none = await root();
  expect(none.headers().location).toBeUndefined();
  expect(await none.text()).toContain('This domain serves short links.');
  expect(await none.text()).not.toContain('Oat Street');
});
