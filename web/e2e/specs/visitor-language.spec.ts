import { createPage, expectSaved, publishInEditor } from '../fixtures/bio-pages';
import { addVerifiedDomain, newHost, visit } from '../fixtures/domains';
import { expect, test } from '../fixtures/guards';
import { toast } from '../fixtures/screen';
import { logIn, signUp } from '../fixtures/user';

test('a bio page has the language that its editor chose, whatever the visitor prefers', async ({
  page,
  request,
  browser,
}) => {
  await logIn(page, await signUp(request));
  const handle = await createPage(page, 'Oat Street');
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('combobox', { name: 'Minimum age' }).click();
  await page.getByRole('option', { name: '18 years' }).click();
  await expectSaved(page);
  await publishInEditor(page);

  const visitor = await browser.newContext({ locale: 'ja-JP' });
  const tab = await visitor.newPage();
  await tab.goto(new URL(`/@${handle}`, page.url()).href);
  await expect(tab.locator('html')).toHaveAttribute('lang', 'ja');

  await page.getByRole('combobox', { name: 'Language of the page' }).click();
  await page.getByRole('option', { name: 'العربية' }).click();
  await expectSaved(page);
  await page.getByRole('button', { name: 'Publish' }).click();
  const changes = page.getByRole('dialog', { name: 'Publish changes' });
  await expect(changes.getByText('Language', { exact: true })).toBeVisible();
  await changes.getByRole('button', { name: 'Publish' }).click();
  await expect(async () => {
    const response = await tab.reload();
    expect(response?.headers()).toMatchObject({ 'content-language': 'ar', vary: 'Cookie' });
  }).toPass();
  await expect(tab.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(tab.getByRole('button', { name: /^عمري/ })).toBeVisible();
  await visitor.close();
});

test('a domain has the language that its admin chose', async ({ page, request }) => {
  const person = await signUp(request);
  const host = newHost('lang');
  const domain = await addVerifiedDomain(request, person, host);
  await logIn(page, person);
  await page.goto(`/dashboard/domains/${domain.id}`);
  await page.getByRole('combobox', { name: 'Language of the pages' }).click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  await page.getByRole('button', { name: 'Save behavior' }).click();
  await expect(toast(page, 'Domain settings saved')).toContainText(host);
  await expect(async () => {
    const missing = await visit(request, host, '/none');
    expect(missing.headers()['content-language']).toBe('de');
    expect(await missing.text()).toContain('Link nicht gefunden');
  }).toPass();
});
