import { fields } from '../fixtures/auth-forms';
import { expectNoAxeViolations } from '../fixtures/axe';
import { expect, test } from '../fixtures/guards';
import { waitForHydration } from '../fixtures/public-page';
import { totpCode } from '../fixtures/totp';
import { logIn, signUp } from '../fixtures/user';

test('two-factor authentication is set up, required at login and turned off', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const person = await signUp(request);
  await logIn(page, person);
  await page.goto('/dashboard/account');
  await page.getByRole('button', { name: 'Set up' }).click();
  const key = page.getByRole('textbox', { name: 'Key' });
  await expect(key).toHaveValue(/^[A-Z2-7]{32}$/);
  await expectNoAxeViolations(page);
  const setupCode = totpCode(await key.inputValue());
  await page.getByRole('textbox', { name: 'Code' }).fill(setupCode);
  await page.keyboard.press('Enter');
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await expectNoAxeViolations(page);
  const recoveryCode = (await codes.first().textContent()) ?? '';
  await page.getByRole('button', { name: 'I saved them' }).click();
  await expect(page.getByText('10 recovery codes left')).toBeVisible();

  const phone = await browser.newContext({ baseURL, viewport: { width: 390, height: 844 } });
  const login = await phone.newPage();
  await login.goto('/login');
  await waitForHydration(login);
  const { email, password } = fields(login);
  await email.fill(person.email);
  await password.fill(person.password);
  await password.press('Enter');
  await login.getByRole('textbox', { name: 'Code' }).fill(setupCode);
  await login.keyboard.press('Enter');
  await expect(login.getByRole('textbox', { name: 'Code' })).toHaveAccessibleDescription(/not valid/);
  await expectNoAxeViolations(login);
  await login.getByRole('button', { name: 'Use a recovery code' }).click();
  await login.getByRole('textbox', { name: 'Recovery code' }).fill(recoveryCode);
  await login.keyboard.press('Enter');
  await expect(login).toHaveURL(/\/dashboard/);
  await phone.close();

  await page.reload();
  await expect(page.getByText('9 recovery codes left')).toBeVisible();
  await page.getByRole('button', { name: 'Turn off' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Password' }).fill(person.password);
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible();
});
