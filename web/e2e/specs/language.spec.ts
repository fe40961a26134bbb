import { expect, signUp, store, test } from '../fixtures/member';

test.use({ locale: 'de-AT' });

test('the dashboard speaks the browser’s language, with its numbers and dates', async ({ page, request }) => {
  const person = await signUp(request);
  await page.goto('/login');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Willkommen zurück');
  await page.getByLabel('E-Mail', { exact: true }).fill(person.email);
  await page.getByLabel('Passwort', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Willkommen in Ihrem Linnet-Dashboard');
  await expect(page.getByText('0/5.000 Klicks in diesem Monat')).toBeVisible();
  await page.getByRole('navigation', { name: 'Hauptnavigation' }).getByRole('link', { name: 'Links' }).click();
  await expect(page.getByRole('heading', { name: 'Noch keine Links' })).toBeVisible();

  await page.getByRole('link', { name: 'Link erstellen' }).click();
  await page.getByRole('textbox', { name: 'Ziel', exact: true }).fill('https://example.com/de');
  await page.getByRole('textbox', { name: 'Kurzlink' }).fill(`de-${Date.now()}`);
  await page.getByRole('button', { name: /^Link erstellen/ }).click();
  await page.getByRole('button', { name: 'Fertig' }).click();
  await expect(page.getByText('1 Link', { exact: true })).toBeVisible();
  await expect(page.getByText(/^\d+\. [A-Z][a-zä]+\.? \d{4}$/)).toBeVisible();
});

test('the language is a preference on this device, and pages outside of the dashboard stay in English', async ({
  page,
  request,
}) => {
  await page.goto('/help');
  await store(page, await signUp(request));
  await page.goto('/dashboard/account');
  const language = page.getByRole('combobox', { name: 'Sprache' });
  await expect(language).toHaveText('Sprache des Browsers');
  await language.click();
  await page.getByRole('option', { name: 'English' }).click();
  await expect(page.getByRole('combobox', { name: 'Language' })).toHaveText('English');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.goto('/features');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});
