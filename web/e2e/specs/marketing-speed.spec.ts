import { expect, test } from '../fixtures/guards';
import { feel } from '../fixtures/vitals';

for (const path of ['/', '/pricing']) {
  test(`${path} has a CLS of at most 0.02 on a slow phone`, async ({ page, context }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const { lcp, cls } = await feel(page, context, path);
    expect(lcp).toBeGreaterThan(0);
    expect(cls).toBeLessThanOrEqual(0.02);
  });
}

test('assets are compressed and cached, pages are revalidated', async ({ request, page }) => {
  const html = await request.get('/', { headers: { 'Accept-Encoding': 'br' } });
  expect(html.headers()['cache-control']).toBe('no-cache');
  expect(html.headers()['content-encoding']).toBe('br');
  const assets: string[] = [];
  for (const path of ['/', '/login']) {
    await page.goto(path);
    const loads = page.locator('head link[rel=modulepreload], head link[rel=stylesheet], head script[src]');
    assets.push(
      ...(await loads.evaluateAll((elements) =>
        elements.map((one) => one.getAttribute('href') ?? one.getAttribute('src') ?? ''),
      )),
    );
  }
  expect(assets.length).toBeGreaterThan(3);
  for (const asset of assets) {
    const response = await request.get(asset, { headers: { 'Accept-Encoding': 'br' } });
    expect(response.headers()['cache-control']).toContain('immutable');
    if ((await response.body()).length > 2_000) expect(response.headers()['content-encoding'], asset).toBe('br');
  }
});

test('the host of the install answers /favicon.ico with the icon', async ({ request }) => {
  const response = await request.get('/favicon.ico');
  expect(response.status()).toBe(200);
  expect(response.headers()['content-type']).toBe('image/vnd.microsoft.icon');
  expect((await response.body()).subarray(0, 4)).toEqual(Buffer.from([0, 0, 1, 0]));
});
