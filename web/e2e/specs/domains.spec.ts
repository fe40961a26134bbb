import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from '../fixtures/axe';
import { addDomain, newHost, publishRecords, type TestDomain, visit } from '../fixtures/domains';
import { expect, test } from '../fixtures/guards';
import { toast } from '../fixtures/screen';
import { logIn, signUp, type TestUser } from '../fixtures/user';

/** The domain of the page, as the API returns it. */
async function domainOf(page: Page, person: TestUser): Promise<TestDomain> {
  const id = /\/domains\/(dom_\w+)/.exec(page.url())?.[1] ?? '';
  const response = await page.request.get(`/api/v1/domains/${id}`, {
    headers: { Authorization: `Bearer ${person.token}` },
  });
  return (await response.json()) as TestDomain;
}

test('AC-216 a domain is added, verified and used by a link, then deleted and restored', async ({ page, request }) => {
  const person = await signUp(request);
  const host = newHost();
  await logIn(page, person);

  await page.goto('/dashboard/settings');
  await page.getByRole('link', { name: 'Manage domains' }).click();
  await page.getByRole('button', { name: 'Add your first domain' }).click();
  await page.getByRole('textbox', { name: 'Domain name' }).fill(`https://${host}/`);
  await page.getByRole('button', { name: 'Continue' }).click();

  await expect(page.getByRole('heading', { name: `Add DNS records for ${host}` })).toBeVisible();
  await expect(page.getByText('Not found yet').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled();
  await publishRecords(await domainOf(page, person));
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText(`${host} is verified.`)).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();

  await page.getByRole('textbox', { name: 'Root URL' }).fill('https://example.com/home');
  await page.getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByRole('heading', { level: 1, name: host })).toBeVisible();
  expect((await visit(request, host, '/')).headers().location).toBe('https://example.com/home');

  await page.goto('/dashboard/links?new=link');
  await page.getByRole('combobox', { name: 'Domain' }).click();
  await page.getByRole('option', { name: `${host}/` }).click();
  await page.getByRole('textbox', { name: 'Destination' }).fill('https://example.com/launch');
  await page.getByRole('textbox', { name: 'Short link' }).fill('launch');
  await page.getByRole('button', { name: /^Create link/ }).click();
  await expect(page.getByRole('dialog', { name: 'Link created' })).toContainText(`${host}/launch`);
  const redirected = await visit(request, host, '/launch');
  expect(redirected.status()).toBe(302);
  expect(redirected.headers().location).toBe('https://example.com/launch');

  await page.goto('/dashboard/links?new=link');
  await expect(page.getByRole('combobox', { name: 'Domain' })).toContainText(host);

  await page.goto('/dashboard/domains');
  await page.getByRole('button', { name: `Actions for ${host}` }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('1 link will show');
  await dialog.getByRole('textbox').fill(host);
  await dialog.getByRole('button', { name: 'Delete domain' }).click();
  await expect(toast(page, `${host} deleted`)).toBeVisible();
  expect((await visit(request, host, '/launch')).status()).toBe(404);
  await toast(page, `${host} deleted`).getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, `${host} restored`)).toBeVisible();
  expect((await visit(request, host, '/launch')).status()).toBe(302);
});

test('a domain is set up with the keyboard alone', async ({ page, request }) => {
  const person = await signUp(request);
  const host = newHost('keys');
  await logIn(page, person);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  const add = page.getByRole('button', { name: 'Add domain' });
  await add.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Domain name' })).toBeFocused();
  await page.keyboard.type(host);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: `Add DNS records for ${host}` })).toBeVisible();
  await expect(page.getByText('Not found yet').first()).toBeVisible();
  await publishRecords(await domainOf(page, person));
  await page.getByRole('button', { name: 'Check now' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${host} is verified.`)).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Root URL' })).toBeVisible();
});

test('the setup continues where it was left', async ({ page, request }) => {
  const person = await signUp(request);
  const host = newHost('later');
  await addDomain(request, person, host);
  await logIn(page, person);
  await page.goto('/dashboard/domains');
  await expect(page.getByRole('row', { name: new RegExp(host) })).toContainText('Pending DNS');
  await page.getByRole('link', { name: host, exact: true }).click();
  await expect(page.getByRole('heading', { name: `Add DNS records for ${host}` })).toBeVisible();
});

test.describe('an invalid name', () => {
  test.use({ allowedConsole: [/422/] });

  test('is reported at its field', async ({ page, request }) => {
    await logIn(page, await signUp(request));
    await page.goto('/dashboard/domains/new');
    const field = page.getByRole('textbox', { name: 'Domain name' });
    await field.fill('localhost');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toBeFocused();
  });
});

test('the screens have no axe violations in both themes and widths', async ({ page, request }) => {
  const person = await signUp(request);
  const pending = await addDomain(request, person, newHost('pending'));
  await logIn(page, person);
  await page.goto(`/dashboard/domains/${pending.id}/setup`);
  await expect(page.getByText('Not found yet').first()).toBeVisible();
  await expectNoAxeViolations(page);
  await page.goto('/dashboard/domains');
  await expect(page.getByText(pending.host).first()).toBeVisible();
  await expectNoAxeViolations(page);
  await publishRecords(pending);
  await page.goto(`/dashboard/domains/${pending.id}/setup`);
  await expect(page.getByText('is verified.')).toBeVisible();
  await page.goto(`/dashboard/domains/${pending.id}`);
  await expect(page.getByRole('button', { name: 'Save redirects' })).toBeVisible();
  await expectNoAxeViolations(page);
});

test('the screens do not scroll sideways at 390 px', async ({ page, request }) => {
  const person = await signUp(request);
  const domain = await addDomain(request, person, newHost('a-rather-long-name-for-a-host'));
  await page.setViewportSize({ width: 390, height: 844 });
  await logIn(page, person);
  for (const path of ['', '/new', `/${domain.id}`, `/${domain.id}/setup`]) {
    await page.goto(`/dashboard/domains${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, path).toBeLessThanOrEqual(0);
  }
});
