import { expect, test } from '../fixtures/guards';

const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };

declare global {
  interface Window {
    vitals: { lcp: number; cls: number };
  }
}

test('the landing page on slow 4G with a quarter of the processor: LCP at most 1.8 s, CLS at most 0.02', async ({
  page,
  context,
}) => {
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(() => {
    window.vitals = { lcp: 0, cls: 0 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.vitals.lcp = entry.startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) window.vitals.cls += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/');
  await expect(page.locator('#pricing article').first()).toBeVisible({ timeout: 15_000 });
  await page.waitForLoadState('networkidle');
  const { lcp, cls } = await page.evaluate(() => window.vitals);
  expect(lcp).toBeGreaterThan(0);
  expect(lcp).toBeLessThanOrEqual(1_800);
  expect(cls).toBeLessThanOrEqual(0.02);
});

test('assets come compressed and stay in the cache, pages are asked for again', async ({ request, page }) => {
  const html = await request.get('/', { headers: { 'Accept-Encoding': 'br' } });
  expect(html.headers()['cache-control']).toBe('no-cache');
  expect(html.headers()['content-encoding']).toBe('br');
  await page.goto('/');
  const assets = await page
    .locator('head link[rel=modulepreload], head link[rel=stylesheet]')
    .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href));
  expect(assets.length).toBeGreaterThan(3);
  for (const asset of assets) {
    const answer = await request.get(asset, { headers: { 'Accept-Encoding': 'br' } });
    expect(answer.headers()['cache-control']).toContain('immutable');
    if ((await answer.body()).length > 2_000) expect(answer.headers()['content-encoding'], asset).toBe('br');
  }
});
