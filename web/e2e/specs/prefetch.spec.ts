import { expect, test } from '../fixtures/guards';
import { signUp } from '../fixtures/user';
import { createLink, HUMAN, startDestination } from '../fixtures/visitors';

for (const action of ['prefetch', 'prerender'] as const) {
  test(`a click counts once after a page made the browser ${action} the link`, async ({ browser, request }) => {
    const person = await signUp(request);
    let shortUrl = '';
    const site = await startDestination(
      () => `<!doctype html><a href="${shortUrl}">Visit</a>
        <script type="speculationrules">
          { "${action}": [{ "urls": ["${shortUrl}"], "eagerness": "immediate" }] }
        </script>`,
    );
    const link = await createLink(request, person, { url: site.url, maxClicks: 1 });
    shortUrl = link.shortUrl;

    const context = await browser.newContext({ userAgent: HUMAN });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const refused = new Promise<void>((resolve) => {
      session.on('Preload.prefetchStatusUpdated', ({ prefetchStatus }) => {
        if (prefetchStatus === 'PrefetchFailedNon2XX') resolve();
      });
    });
    await session.send('Preload.enable');
    await page.goto(new URL('/', site.url).href);
    await refused;

    await page.getByRole('link', { name: 'Visit' }).click();
    await expect(page.getByText('You have arrived.')).toBeVisible();
    const get = async (path: string) => {
      const response = await request.get(path, { headers: { Authorization: `Bearer ${person.token}` } });
      return response.json();
    };
    await expect.poll(async () => (await get(`/api/v1/links/${link.id}`)).clickCount).toBe(1);
    const { items } = await get(`/api/v1/clicks?linkId=${link.id}&traffic=all`);
    expect(items).toEqual([expect.objectContaining({ botReason: null, outcome: 'redirect' })]);
    await context.close();
    site.close();
  });
}
