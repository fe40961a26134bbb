import { test } from '@playwright/test';
import { feel } from '../fixtures/vitals';

const RUNS = 5;
const PATHS = ['/', '/features', '/pricing', '/signup', '/login'];

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

test('pages on a slow phone', async ({ browser, baseURL }) => {
  const lines = ['| page | LCP | CLS |', '|---|---|---|'];
  for (const path of PATHS) {
    const lcp: number[] = [];
    const cls: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const context = await browser.newContext({ baseURL, viewport: { width: 390, height: 844 } });
      const felt = await feel(await context.newPage(), context, path);
      lcp.push(felt.lcp);
      cls.push(felt.cls);
      await context.close();
    }
    lines.push(`| \`${path}\` | ${(median(lcp) / 1000).toFixed(2)} s | ${median(cls).toFixed(3)} |`);
  }
  process.stdout.write(`\nSlow 4G, a quarter of the processor, 390 wide, median of ${RUNS}\n\n${lines.join('\n')}\n\n`);
});
