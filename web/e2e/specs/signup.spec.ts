import { ADA, chooseCountry, fields, fillSignup, freshEmail, toastOf } from '../fixtures/auth-forms';
import { installClock } from '../fixtures/clock';
import { expect, signUp, stored, test } from '../fixtures/member';
import { waitForHydration } from '../fixtures/public-page';

const SIGNUP = '**/api/v1/auth/signup';
const IP = '**/api/v1/ip';
const submit = { name: 'Create Account' };

test.beforeEach(async ({ page }) => {
  await page.goto('/signup');
  await waitForHydration(page);
});

test('AC-133 AC-135 AC-136 AC-137 AC-138 AC-139: sign-up leads to the dashboard', async ({ page }) => {
  const email = freshEmail();
  await fillSignup(page, { email });
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/\/(ip|auth\/signup)$/.test(pathname)) calls.push(`${request.method()} ${pathname}`);
  });
  const lookup = page.waitForResponse(IP);
  const call = page.waitForResponse(SIGNUP);
  await page.getByRole('button', submit).click();

  const { ip } = (await (await lookup).json()) as { ip: string };
  expect(ip).toMatch(/^(127\.0\.0\.1|::1)$/);
  const response = await call;
  expect(response.status()).toBe(201);
  expect(calls).toEqual(['GET /api/v1/ip', 'POST /api/v1/auth/signup']);
  expect(response.request().postDataJSON()).toEqual({
    firstName: ADA.firstName,
    lastName: ADA.lastName,
    email,
    password: ADA.password,
    passwordConfirmation: ADA.password,
    country: 'FR',
    countryCode: '+33',
    phoneNumber: '+33612345678',
    ipAddress: ip,
  });

  await expect(page).toHaveURL('/dashboard');
  const { token, message } = (await response.json()) as { token: string; message: string };
  await expect(toastOf(page, 'good', 'Success!')).toContainText(message);
  const kept = await stored(page);
  expect(kept['linnet.token']).toBe(token);
  expect(JSON.parse(kept['linnet.user'] ?? '')).toMatchObject({ email, firstName: 'Ada', lastName: 'Lovelace' });
  await expect(page.getByRole('heading', { name: 'Welcome to Your Linnet Dashboard' })).toBeVisible();
});

test.describe('sign-up errors', () => {
  test.use({ allowedConsole: [/Failed to load resource/] });

  test('AC-107 AC-108 AC-140 AC-142: a registered email shows an error and keeps the form', async ({
    page,
    request,
  }) => {
    const { email } = await signUp(request);
    await fillSignup(page, { email });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(SIGNUP, async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('button', submit).click();
    const pending = page.getByRole('button', { name: 'Creating Account...', exact: true });
    await expect(pending).toBeDisabled();
    const response = page.waitForResponse(SIGNUP);
    release();
    expect((await response).status()).toBe(409);
    const { message } = (await (await response).json()) as { message: string };

    const toast = toastOf(page, 'bad', 'Signup Failed');
    await expect(toast).toContainText(message);
    await expect(toast).toHaveAttribute('data-tone', 'bad');
    await expect(page.getByRole('button', submit)).toBeEnabled();
    await expect(page).toHaveURL('/signup');
    const form = fields(page);
    for (const key of Object.keys(ADA) as (keyof typeof ADA)[]) {
      await expect(form[key]).toHaveValue(key === 'email' ? email : ADA[key]);
    }
    await expect(form.country).toContainText('France');
    await expect(form.countryCode).toHaveValue('+33');

    await form.email.fill(freshEmail());
    await page.getByRole('button', submit).click();
    await expect(page).toHaveURL('/dashboard');
  });
});

test('AC-134: an IP lookup times out after two seconds and leaves the IP address empty', async ({ page }) => {
  const clock = await installClock(page);
  await page.reload();
  await waitForHydration(page);
  await page.route(IP, () => new Promise(() => {}));
  await page.route(SIGNUP, (route) => route.fulfill({ status: 201, json: { user: { email: ADA.email } } }));
  await fillSignup(page);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(new URL(request.url()).pathname));
  await clock.stop();
  const asked = page.waitForRequest(IP);
  const call = page.waitForRequest(SIGNUP);
  await page.getByRole('button', submit).click();
  await asked;
  await clock.run(1_999);
  expect(sent).not.toContain('/api/v1/auth/signup');
  await clock.run(2);
  expect((await call).postDataJSON()).toMatchObject({ ipAddress: '' });
});

test('the selected plan is shown, and the country is found by its code', async ({ page }) => {
  await page.goto('/signup?plan=BASIC');
  await waitForHydration(page);
  await expect(page.getByRole('main')).toContainText('You chose BASIC.');
  await fields(page).country.click();
  await page.getByPlaceholder('Search country...').fill('+81');
  await expect(page.getByRole('option').first()).toContainText('Japan');
  await page.keyboard.press('Escape');
  await chooseCountry(page, 'Japan');
  await expect(fields(page).countryCode).toHaveValue('+81');
});

test('AC-143: the success page links to login and is not part of sign-up', async ({ page }) => {
  for (const [label, path] of [
    ['Log In', '/login'],
    ['Return Home', '/'],
  ] as const) {
    await page.goto('/signup-successful');
    await waitForHydration(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Registration Successful!');
    await page.getByRole('link', { name: label, exact: true }).click();
    await expect(page).toHaveURL(path);
  }
});

test('a link with a code is read by a sign-up page that is shown already', async ({ page }) => {
  await page.goto('/signup#code=7QK2-M4XR');
  await fillSignup(page, { email: freshEmail() });
  const call = page.waitForRequest(SIGNUP);
  await page.getByRole('button', submit).click();
  expect((await call).postDataJSON()).toMatchObject({ code: '7QK2-M4XR' });
});
