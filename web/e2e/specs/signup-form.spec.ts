import { ADA, chooseCountry, fields, fillSignup, freshEmail } from '../fixtures/auth-forms';
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

test('AC-105 AC-106: each password is shown and hidden by its own button', async ({ page }) => {
  const { password, confirmation } = fields(page);
  await password.fill('Secret-12');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await expect(confirmation).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show confirmation' }).click();
  await expect(confirmation).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(password).toHaveAttribute('type', 'password');
  await expect(password).toHaveValue('Secret-12');
  await expect(confirmation).toHaveAttribute('type', 'text');
});

test('AC-128 AC-129 and the rest: an empty form shows every error and focuses the first', async ({ page }) => {
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.locator('form [role=alert]')).toHaveText([
    'First name must be at least 2 characters',
    'Last name must be at least 2 characters',
    'Please enter a valid email address',
    'Please select a country',
    'Please select a valid country code',
    'Please enter a valid phone number',
    'Password must be at least 8 characters',
  ]);
  await expect(fields(page).firstName).toBeFocused();
  await expect(fields(page).country).toHaveAccessibleDescription('Please select a country');
});

const long = (count: number) => 'x'.repeat(count);
const emailOf = (count: number) => {
  const domain = `${long(60)}.${long(60)}.${long(60)}.example.com`;
  return `${long(count - domain.length - 1)}@${domain}`;
};

type Field = 'firstName' | 'lastName' | 'email' | 'phoneNumber' | 'password' | 'confirmation';

/** Input per field and the expected message; null for valid input. */
const RULES: [items: string, field: Field, cases: [typed: string, message: string | null][]][] = [
  [
    'AC-110 AC-111 AC-112 AC-116',
    'firstName',
    [
      ['A', 'First name must be at least 2 characters'],
      [long(51), 'First name cannot exceed 50 characters'],
      ['R2D2', 'First name can only contain letters, spaces, hyphens, and apostrophes'],
      ['Al', null],
      [long(50), null],
      ["O'Neil", null],
      ['Anne-Marie', null],
      ['José', null],
    ],
  ],
  [
    'AC-113 AC-114 AC-115 AC-116',
    'lastName',
    [
      ['B', 'Last name must be at least 2 characters'],
      [long(51), 'Last name cannot exceed 50 characters'],
      ['<b>', 'Last name can only contain letters, spaces, hyphens, and apostrophes'],
      ['Li', null],
      [long(50), null],
      ['de la Cruz', null],
    ],
  ],
  [
    'AC-117 AC-118',
    'email',
    [
      ['ada', 'Please enter a valid email address'],
      ['ada@', 'Please enter a valid email address'],
      ['ada@example', 'Please enter a valid email address'],
      [emailOf(256), 'Email cannot exceed 255 characters'],
      [emailOf(255), null],
      ['ada+news@example.co.uk', null],
    ],
  ],
  [
    'AC-130',
    'phoneNumber',
    [
      ['1234', 'Please enter a valid phone number'],
      ['12345', null],
    ],
  ],
  [
    'AC-119 AC-120 AC-121 AC-122 AC-123 AC-124 AC-125 AC-126',
    'password',
    [
      ['', 'Password must be at least 8 characters'],
      ['Aa1-xyz', 'Password must be at least 8 characters'],
      [`Aa1-${long(29)}`, 'Password cannot exceed 32 characters'],
      [long(33), 'Password cannot exceed 32 characters'],
      ['xxxxxxxx', 'Password must contain at least one uppercase letter'],
      ['XXXXXXXX', 'Password must contain at least one lowercase letter'],
      ['Xxxxxxxx', 'Password must contain at least one number'],
      ['Xxxxxxx1', 'Password must contain at least one special character'],
      ['Xxxxx-12', null],
      [`Aa1-${long(28)}`, null],
    ],
  ],
  [
    'AC-127',
    'confirmation',
    [
      ['Correct-Horse8', 'Passwords do not match'],
      ['', 'Passwords do not match'],
      [ADA.password, null],
    ],
  ],
];

for (const [items, field, cases] of RULES) {
  test(`${items}: the rules of ${field}`, async ({ page }) => {
    await fields(page).password.fill(ADA.password);
    await page.getByRole('button', { name: 'Create Account' }).click();
    const input = fields(page)[field];
    for (const [typed, message] of cases) {
      await input.fill(typed);
      await test.step(`${typed.slice(0, 40)} (${typed.length})`, async () => {
        if (message === null) await expect(input).not.toHaveAttribute('aria-invalid');
        else {
          await expect(input).toHaveAttribute('aria-invalid', 'true');
          await expect(input).toHaveAccessibleDescription(message);
          await expect(page.getByText(message, { exact: true })).toHaveCount(1);
        }
      });
    }
  });
}

const PHONES = [
  ['AC-131', '+49 (30) 0123', '+49 (30) 0123'],
  ['AC-132', '0612345678', '+33612345678'],
  ['AC-132', '0049301234', '+3349301234'],
] as const;

for (const [item, typed, sent] of PHONES) {
  test(`${item}: the telephone number ${typed} is sent as ${sent}`, async ({ page }) => {
    await page.route('**/api/v1/auth/signup', () => new Promise(() => {}));
    await fillSignup(page, { phoneNumber: typed, email: freshEmail() });
    const call = page.waitForRequest('**/api/v1/auth/signup');
    await page.getByRole('button', { name: 'Create Account' }).click();
    expect((await call).postDataJSON()).toMatchObject({ phoneNumber: sent, countryCode: '+33' });
  });
}

test('input typed before hydration is kept', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/core-*.js', async (route) => {
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
