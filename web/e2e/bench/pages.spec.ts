import { type Browser, type Page, test } from '@playwright/test';
import { bearer, signUpOwner } from '../fixtures/teams';
import { logIn } from '../fixtures/user';
import { feel } from '../fixtures/vitals';

const RUNS = 5;
const PUBLIC = ['/', '/features', '/pricing', '/signup', '/login'];
const DASHBOARD = ['/dashboard', '/dashboard/links', '/dashboard/analytics', '/dashboard/settings'];

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Opens each path five times, each time with an empty cache, and prints the medians. */
async function measure(
  browser: Browser,
  baseURL: string | undefined,
  paths: string[],
  prepare = async (_: Page) => {},
) {
  const lines = ['| page | LCP | CLS |', '|---|---|---|'];
  for (const path of paths) {
    const lcp: number[] = [];
    const cls: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const context = await browser.newContext({ baseURL, viewport: { width: 390, height: 844 } });
      const page = await context.newPage();
      await prepare(page);
      const felt = await feel(page, context, path);
      lcp.push(felt.lcp);
      cls.push(felt.cls);
      await context.close();
    }
    lines.push(`| \`${path}\` | ${(median(lcp) / 1000).toFixed(2)} s | ${median(cls).toFixed(3)} |`);
  }
  process.stdout.write(`\nSlow 4G, a quarter of the processor, 390 wide, median of ${RUNS}\n\n${lines.join('\n')}\n\n`);
}

test('pages on a slow phone', async ({ browser, baseURL }) => {
  await measure(browser, baseURL, PUBLIC);
});

test('screens of the dashboard on a slow phone', async ({ browser, baseURL, request }) => {
  const { owner } = await signUpOwner(request);
  const slug = `slow-${process.pid}`;
  await request.post('/api/v1/links', { headers: bearer(owner), data: { url: 'https://example.com/', alias: slug } });
  await request.get(`/${slug}`, { maxRedirects: 0 });
  await measure(browser, baseURL, DASHBOARD, (page) => logIn(page, owner));
});
