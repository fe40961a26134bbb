import { fields, toastOf } from '../fixtures/auth-forms';
import { expect, signUp, stored, test } from '../fixtures/member';
import { waitForHydration } from '../fixtures/public-page';

const LOGIN = '**/api/v1/auth/login';
const submit = { name: 'Log In', exact: true };

test.beforeEach(async ({ page }) => {
  await page.goto('/login');
  await waitForHydration(page);
});

test('AC-144 AC-145 AC-146 AC-148: the login page shows its fields and links', async ({ page }) => {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome Back');
  await expect(page.locator('form label')).toHaveText(['Email', 'Password']);
  const { password } = fields(page);
  await password.fill('Secret-12');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('link', { name: 'Forgot password?', exact: true }).click();
  await expect(page).toHaveURL('/forgot-password');
  await page.goBack();
  await page.getByRole('link', { name: 'Sign up', exact: true }).click();
  await expect(page).toHaveURL('/signup');
});

const long = (count: number) => 'x'.repeat(count);
const DOMAIN = `${long(60)}.${long(60)}.${long(60)}.example.com`;
const emailOf = (count: number) => `${long(count - DOMAIN.length - 1)}@${DOMAIN}`;

test('AC-151 AC-153: login accepts the longest email and password of sign-up', async ({ page, request }) => {
  const unique = `${Date.now()}`;
  const email = unique + emailOf(255).slice(unique.length);
  const password = `Aa1-${long(28)}`;
  const created = await request.post('/api/v1/auth/signup', {
    data: {
      firstName: 'Ada',
      lastName: 'Lovelace',
      email,
      password,
      passwordConfirmation: password,
      country: 'GB',
      countryCode: '+44',
      phoneNumber: '+441234567890',
      ipAddress: '',
    },
  });
  expect(created.status(), await created.text()).toBe(201);
  await fields(page).email.fill(email);
  await fields(page).password.fill(password);
  await page.getByRole('button', submit).click();
  await expect(page).toHaveURL('/dashboard');
});

test('AC-147 AC-155 AC-156 AC-157: login leads to the dashboard', async ({ page, member }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(LOGIN, async (route) => {
    await held;
    await route.continue();
  });
  await fields(page).email.fill(member.email);
  await fields(page).password.fill(member.password);
  const call = page.waitForResponse(LOGIN);
  await page.getByRole('button', submit).click();
  await expect(page.getByRole('button', { name: 'Logging in...', exact: true })).toBeDisabled();
  release();
  const response = await call;
  expect(response.request().postDataJSON()).toEqual({ email: member.email, password: member.password });
  await expect(page).toHaveURL('/dashboard');
  const toast = toastOf(page, 'good', 'Success!');
  await expect(toast).toContainText('You have successfully logged in.');
  await expect(toast).toHaveAttribute('data-tone', 'good');
  const kept = await stored(page);
  expect(kept['linnet.token']).toBe(((await response.json()) as { token: string }).token);
  expect(JSON.parse(kept['linnet.user'] ?? '')).toMatchObject({ email: member.email, firstName: 'Ada' });
});

test.describe('login errors', () => {
  test.use({ allowedConsole: [/Failed to load resource/] });

  test('AC-158 AC-161: a wrong password shows an error and keeps the form', async ({ page, request }) => {
    const { email } = await signUp(request);
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await fields(page).email.fill(email);
    await fields(page).password.fill('Wrong-Horse7');
    const call = page.waitForResponse(LOGIN);
    await page.getByRole('button', submit).click();
    const response = await call;
    expect(response.status()).toBe(401);
    const { message } = (await response.json()) as { message: string };
    expect(message).not.toBe('');
    const toast = toastOf(page, 'bad', 'Login Failed');
    await expect(toast).toContainText(message);
    await expect(toast).toHaveAttribute('data-tone', 'bad');
    await expect(fields(page).email).toHaveValue(email);
    await expect(fields(page).password).toHaveValue('Wrong-Horse7');
    await expect(page.getByRole('button', submit)).toBeEnabled();
    await expect(page).toHaveURL('/login');
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  });
});
