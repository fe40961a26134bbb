import { chooseCountry, fields } from '../fixtures/auth-forms';
import { expect, test } from '../fixtures/guards';
import { waitForHydration } from '../fixtures/public-page';

test.beforeEach(async ({ page }) => {
  await page.goto('/signup');
  await waitForHydration(page);
});

test('AC-97 AC-98 AC-109: the page shows logo, heading, ordered fields and a login link', async ({ page }) => {
  await expect(page.getByRole('link', { name: 'Linnet, home' }).locator('svg')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create Your Linnet Account');
  const labels = page.locator('form label');
  await expect(labels).toHaveText([
    'First name',
    'Last name',
    'Email',
    'Country',
    'Country code',
    'Phone number',
    'Password',
    'Confirm password',
  ]);
  await expect(fields(page).countryCode).toHaveJSProperty('readOnly', true);
  for (const name of ['password', 'confirmation'] as const) {
    await expect(fields(page)[name]).toHaveAttribute('type', 'password');
  }
  await page.getByRole('link', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL('/login');
});

test('AC-99 AC-100 AC-101 AC-102 AC-103 AC-104: the country picker is searchable and sets the dialing code', async ({
  page,
}) => {
  const { country, countryCode } = fields(page);
  await country.click();
  const search = page.getByPlaceholder('Search country...', { exact: true });
  await expect(search).toBeFocused();
  const options = page.getByRole('option');
  await expect(options.first()).toBeVisible();
  const list = page.getByRole('listbox', { name: 'Countries' });
  const { height, content } = await list.evaluate((box) => ({ height: box.clientHeight, content: box.scrollHeight }));
  expect(height).toBeGreaterThanOrEqual(190);
  expect(height).toBeLessThanOrEqual(210);
  expect(content).toBeGreaterThan(1_000);

  const entries = await options.evaluateAll((all) =>
    all.map((option) => ({ text: option.textContent ?? '', flag: option.querySelector('img')?.getAttribute('src') })),
  );
  expect(entries.length).toBeGreaterThanOrEqual(235);
  expect(entries.length).toBeLessThanOrEqual(250);
  for (const { text, flag } of entries) {
    expect(text).toMatch(/^\p{L}[^+]+\+\d{1,3}$/u);
    expect(flag).toMatch(/^\/assets\/flags\/[a-z]{2}\.svg$/);
  }
  const missing = await page.evaluate(
    async (flags) => {
      const answers = await Promise.all(flags.map(async (flag) => ({ flag, ok: (await fetch(flag)).ok })));
      return answers.filter(({ ok }) => !ok);
    },
    entries.map(({ flag }) => flag ?? ''),
  );
  expect(missing).toEqual([]);
  const ending = (name: string) => entries.find(({ text }) => text.startsWith(name))?.text.match(/\+\d+$/)?.[0];
  expect(ending('Puerto Rico')).toBe('+1');
  expect(ending('Curaçao')).toBe('+599');
  expect(ending('Svalbard')).toBe('+47');

  await search.fill('no such land');
  await expect(page.getByText('No country found.', { exact: true })).toBeVisible();
  await expect(options).toHaveCount(0);
  await search.fill('united states');
  await options.filter({ hasText: 'United States' }).first().click();
  await expect(country).toContainText('United States');
  await expect(countryCode).toHaveValue('+1');
  await chooseCountry(page, 'France');
  await expect(countryCode).toHaveValue('+33');
});

test('the country picker accepts keys before its list is loaded', async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/(countries|combobox-panel)-/, async (route) => {
    await released;
    await route.continue();
  });
  const { country, countryCode } = fields(page);
  await country.click();
  await page.keyboard.type('germ');
  await page.keyboard.press('Enter');
  await expect(countryCode).toHaveValue('');
  release();
  await expect(country).toContainText('Germany');
  await expect(countryCode).toHaveValue('+49');
});

test('the country list starts no transition per row when the theme changes', async ({ page }) => {
  await fields(page).country.click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.evaluate(() => {
    document.addEventListener('transitionrun', () => {
      document.body.dataset.transitions = String(Number(document.body.dataset.transitions ?? 0) + 1);
    });
  });
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(background).not.toBe(light);
  expect(await page.evaluate(() => Number(document.body.dataset.transitions ?? 0))).toBe(0);
});

test('input typed before hydration is kept', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/vendor-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/signup', { waitUntil: 'commit' });
  await fields(page).firstName.fill('Ada');
  await fields(page).email.fill('ada@example.com');
  release();
  await waitForHydration(page);
  await expect(fields(page).firstName).toHaveValue('Ada');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Last name must be at least 2 characters')).toBeVisible();
  await expect(fields(page).firstName).not.toHaveAttribute('aria-invalid');
  await expect(fields(page).email).not.toHaveAttribute('aria-invalid');
  await expect(fields(page).email).toHaveValue('ada@example.com');
});
