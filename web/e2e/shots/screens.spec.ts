import { mkdirSync } from 'node:fs';
import { type Browser, expect, test } from '@playwright/test';
import { addDomain, addVerifiedDomain } from '../fixtures/domains';
import { addMember, bearer, signUpOwner } from '../fixtures/teams';
import { logIn, signUp, type TestUser } from '../fixtures/user';
import { SCENES, type Scene, type Seed } from './scenes';
import { seedAccount } from './seed-account';
import { seedBioPage } from './seed-bio-page';
import { seedQrCode } from './seed-qr-code';

const OUT = process.env.LINNET_SHOTS ?? '../shots';
const ONLY = new RegExp(process.env.ONLY ?? '.');
const VIEW = new RegExp(process.env.VIEW ?? '.');

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
].map((path) => ({ name: path || 'landing', path }));

/** The first account, which is the operator. */
const NEWCOMER = [
  { name: 'newcomer-home', path: 'dashboard' },
  { name: 'newcomer-links', path: 'dashboard/links' },
  { name: 'newcomer-domains', path: 'dashboard/domains' },
  { name: 'dashboard-admin', path: 'dashboard/admin' },
  ...['users', 'workspaces', 'links', 'rules'].map((tab) => ({
    name: `dashboard-admin-tab-${tab}`,
    path: `dashboard/admin?tab=${tab}`,
  })),
];

const VIEWS = [
  { width: 1280, theme: 'light' as const },
  { width: 1280, theme: 'dark' as const },
  { width: 390, theme: 'light' as const },
  { width: 390, theme: 'dark' as const },
].filter(({ width, theme }) => VIEW.test(`${width}-${theme}`));

async function shoot(browser: Browser, { name, before, after }: Scene, path: string, person?: TestUser) {
  for (const { width, theme } of VIEWS) {
    const context = await browser.newContext({
      baseURL: test.info().project.use.baseURL,
      viewport: { width, height: width === 390 ? 844 : 900 },
      colorScheme: theme,
      reducedMotion: 'reduce',
      locale: 'en-US',
    });
    const page = await context.newPage();
    if (person) await logIn(page, person);
    await before?.(page);
    await page.goto(`/${path}`);
    // Event streams never end, so readiness means a heading, fonts and the first responses.
    await page.locator('h1').first().waitFor();
    if (path.includes('new=')) await page.getByRole('dialog').waitFor();
    await page.evaluate(() => document.fonts.ready);
    await expect(page.locator('[aria-busy=true], .ui-skeleton')).toHaveCount(0, { timeout: 15_000 });
    await after?.(page);
    // A resize closes open lists, and dialogs have the size of the window.
    const fullPage = (await page.locator('[role=dialog], [role=alertdialog], [role=listbox]').count()) === 0;
    await page.screenshot({ path: `${OUT}/${name}-${width}-${theme}.png`, fullPage });
    await context.close();
  }
}

test.beforeAll(() => mkdirSync(OUT, { recursive: true }));

for (const scene of PUBLIC.filter(({ name }) => ONLY.test(name))) {
  test(scene.name, ({ browser }) => shoot(browser, scene, scene.path));
}

test.describe('signed in', () => {
  let person: TestUser;
  let newcomer: TestUser;
  let seed: Seed;

  test.beforeAll(async ({ playwright, baseURL }) => {
    const request = await playwright.request.newContext({ baseURL });
    newcomer = await signUp(request);
    const { owner, workspaceId } = await signUpOwner(request);
    person = owner;
    await addMember(request, owner, workspaceId, 'admin');
    await addMember(request, owner, workspaceId, 'viewer');
    const deleted = await request.post('/api/v1/workspaces', { headers: bearer(owner), data: { name: 'Autumn' } });
    const { id } = (await deleted.json()) as { id: string };
    await request.delete(`/api/v1/workspaces/${id}`, { headers: { ...bearer(owner), 'Linnet-Workspace': id } });
    // A failed test restarts the worker, on the same install.
    const { workerIndex } = test.info();
    const domain = await addVerifiedDomain(
      request,
      owner,
      `${workerIndex ? `go${workerIndex}` : 'go'}.oatstreet.example`,
    );
    const pending = await addDomain(request, owner, `bücher${workerIndex || ''}.tidewater.example`);
    const link = await seedAccount(request, owner);
    seed = {
      link,
      qrCode: await seedQrCode(request, owner, link),
      bioPage: await seedBioPage(request, owner),
      domain: domain.id,
      pendingDomain: pending.id,
    };
    await request.dispose();
  });

  for (const scene of SCENES.filter(({ name }) => ONLY.test(name))) {
    test(scene.name, ({ browser }) => {
      const path = typeof scene.path === 'string' ? scene.path : scene.path(seed);
      return shoot(browser, scene, path, scene.signedOut ? undefined : person);
    });
  }
  for (const scene of NEWCOMER.filter(({ name }) => ONLY.test(name))) {
    test(scene.name, ({ browser }) => shoot(browser, scene, scene.path, newcomer));
  }
});
