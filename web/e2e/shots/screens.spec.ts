import { mkdirSync } from 'node:fs';
import { type Browser, expect, test } from '@playwright/test';
import { logIn, signUp, type TestUser } from '../fixtures/user';
import { seedAccount } from './seed-account';
import { seedBioPage } from './seed-bio-page';

const OUT = process.env.LINNET_SHOTS ?? '../shots';
const ONLY = new RegExp(process.env.ONLY ?? '.');

const PUBLIC = [
  '',
  'features',
  'pricing',
  'help',
  'about',
  'contact',
  'terms',
  'privacy',
  'signup',
  'login',
  'forgot-password',
  'signup-successful',
  'no-such-page',
];
const SIGNED_IN = [
  'dashboard',
  'dashboard/links',
  'dashboard/links?new=link',
  'dashboard/analytics',
  'dashboard/qr-codes',
  'dashboard/qr-codes?new=1',
  'dashboard/bio-pages',
  'dashboard/bio-pages?new=1',
  'dashboard/domains',
  'dashboard/domains/new',
  'dashboard/account',
  'dashboard/help',
  'dashboard/settings',
  'dashboard/settings/import',
  'dashboard/settings/jobs',
  'dashboard/settings/api-keys',
  'dashboard/settings/audit-log',
  'dashboard/settings/members',
  'dashboard/settings/billing',
];

/** The first account of the install is its operator. */
const OPERATOR = [
  'dashboard/admin',
  'dashboard/admin?tab=users',
  'dashboard/admin?tab=workspaces',
  'dashboard/admin?tab=links',
  'dashboard/admin?tab=rules',
];

const VIEWS = [
  { width: 1280, theme: 'light' },
  { width: 1280, theme: 'dark' },
  { width: 390, theme: 'light' },
  { width: 390, theme: 'dark' },
] as const;

async function shoot(browser: Browser, baseURL: string, path: string, name: string, person?: TestUser) {
  for (const { width, theme } of VIEWS) {
    const context = await browser.newContext({
      baseURL,
      viewport: { width, height: width === 390 ? 844 : 900 },
      colorScheme: theme,
      reducedMotion: 'reduce',
      locale: 'en-US',
    });
    const page = await context.newPage();
    if (person) await logIn(page, person);
    await page.goto(`/${path}`);
    // Event streams never end, so readiness means a heading, fonts and the first responses.
    await page.locator('h1').first().waitFor();
    if (path.includes('new=')) await page.getByRole('dialog').waitFor();
    await page.evaluate(() => document.fonts.ready);
    await expect(page.locator('[aria-busy=true], .ui-skeleton')).toHaveCount(0, { timeout: 15_000 });
    await page.screenshot({ path: `${OUT}/${name}-${width}-${theme}.png`, fullPage: true });
    await context.close();
  }
}

test.beforeAll(() => mkdirSync(OUT, { recursive: true }));

for (const path of PUBLIC) {
  const name = path || 'landing';
  if (ONLY.test(name)) test(name, async ({ browser, baseURL }) => shoot(browser, baseURL ?? '', path, name));
}

test.describe('signed in', () => {
  let person: TestUser;
  let newcomer: TestUser;
  let link: string;
  let bioPage: string;
  test.beforeAll(async ({ playwright, baseURL }) => {
    const request = await playwright.request.newContext({ baseURL });
    newcomer = await signUp(request);
    person = await signUp(request);
    link = await seedAccount(request, person);
    bioPage = await seedBioPage(request, person);
    await request.dispose();
  });
  for (const path of OPERATOR) {
    const name = path.replaceAll(/[/?=]/g, '-');
    if (ONLY.test(name)) {
      test(name, async ({ browser, baseURL }) => shoot(browser, baseURL ?? '', path, name, newcomer));
    }
  }
  for (const path of SIGNED_IN) {
    const name = path.replaceAll(/[/?=]/g, '-');
    if (ONLY.test(name)) test(name, async ({ browser, baseURL }) => shoot(browser, baseURL ?? '', path, name, person));
  }
  if (ONLY.test('dashboard-link'))
    test('one link', async ({ browser, baseURL }) =>
      shoot(browser, baseURL ?? '', `dashboard/links/${link}`, 'dashboard-link', person));
  for (const tab of ['', 'design', 'settings']) {
    const name = `dashboard-bio-page${tab && `-${tab}`}`;
    const path = () => `dashboard/bio-pages/${bioPage}${tab && `?tab=${tab}`}`;
    if (ONLY.test(name))
      test(name, async ({ browser, baseURL }) => shoot(browser, baseURL ?? '', path(), name, person));
  }
  if (ONLY.test('newcomer'))
    test('newcomer', async ({ browser, baseURL }) => {
      await shoot(browser, baseURL ?? '', 'dashboard', 'newcomer-home', newcomer);
      await shoot(browser, baseURL ?? '', 'dashboard/links', 'newcomer-links', newcomer);
    });
});
