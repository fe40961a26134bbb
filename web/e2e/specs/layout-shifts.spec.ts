import type { Page, Route } from '@playwright/test';
import { expect, test } from '../fixtures/guards';
import { logIn, signUp } from '../fixtures/user';
import { createLink, visit } from '../fixtures/visitors';
import { observeVitals, type Vitals } from '../fixtures/vitals';

/** The sum of layout shifts that each screen may have while it loads. A report's chart gets its legend with its data. */
const LIMITS = {
  '/dashboard': 0.02,
  '/dashboard/links': 0.02,
  '/dashboard/analytics': 0.025,
  '/dashboard/settings': 0.02,
};
const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 860 },
];

/** Resolves after two frames: what was rendered before the call is painted. */
const painted = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/**
 * Loads a screen whose calls of the API are answered one after another, each after a frame that shows the screen
 * without its answer. Returns its vitals.
 */
async function loadSlowly(page: Page, path: string): Promise<Vitals> {
  const held: Route[] = [];
  await page.route(/\/api\/v1\/(?!stream)/, (route) => void held.push(route));
  await observeVitals(page);
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => held.length).toBeGreaterThan(0);
  for (let route = held.shift(); route; route = held.shift()) {
    const answer = page.waitForResponse(route.request().url());
    await route.continue();
    await (await answer).finished();
    await painted(page);
  }
  return page.evaluate(() => window.vitals);
}

for (const { width, height } of SIZES) {
  for (const clicks of [0, 1]) {
    test(`screens ${width} wide do not move while they load, in a workspace with ${clicks} clicks`, async ({
      context,
      request,
    }) => {
      const person = await signUp(request);
      const link = await createLink(request, person, { url: 'https://example.com/' });
      for (let n = 0; n < clicks; n += 1) await visit(request, link.shortUrl);
      for (const [path, limit] of Object.entries(LIMITS)) {
        const page = await context.newPage();
        await page.setViewportSize({ width, height });
        await logIn(page, person);
        const { cls, shifts } = await loadSlowly(page, path);
        expect.soft(cls, [path, ...shifts].join('\n')).toBeLessThanOrEqual(limit);
        await page.close();
      }
    });
  }
}
