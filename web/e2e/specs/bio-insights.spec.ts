import { expectNoAxeViolations } from '../fixtures/axe';
import { publishPage } from '../fixtures/bio-pages';
import { expect, test } from '../fixtures/guards';
import { logIn, signUp } from '../fixtures/user';

// The headless browser calls itself one, which counts as a bot.
const VISITOR = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36';

test('a visitor without JavaScript views a page and follows a link, and its owner sees both', async ({
  page,
  request,
  browser,
}) => {
  const person = await signUp(request);
  const blocks = [
    { type: 'link', title: 'See the menu', url: 'https://example.com/menu' },
    { type: 'link', title: 'Book a table', url: 'https://example.com/tables' },
  ];
  const { id, url } = await publishPage(request, person, { title: 'Oat Street', blocks });

  await logIn(page, person);
  await page.goto(`/dashboard/bio-pages/${id}?tab=insights`);
  await expect(page.getByText('No views in this period')).toBeVisible();

  await request.get(url, { headers: { 'User-Agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' } });
  await request.head(url, { headers: { 'User-Agent': VISITOR } });
  const context = await browser.newContext({ javaScriptEnabled: false, userAgent: VISITOR });
  const visitor = await context.newPage();
  await visitor.goto(url);
  const followed = visitor.waitForEvent('request', (sent) => sent.url().startsWith('https://example.com/menu'));
  await visitor.getByRole('link', { name: 'See the menu' }).click({ noWaitAfter: true });
  expect((await followed).url()).toBe('https://example.com/menu');
  await context.close();

  // The figures appear without a reload.
  await expect(page.getByRole('button', { name: /^Views/ })).toContainText('1', { timeout: 15_000 });
  await expect(page.getByRole('button', { name: /^Clicks/ })).toContainText('1');
  await expect(page.getByRole('row', { name: 'See the menu 1 100% 100%' })).toBeVisible();
  await expect(page.getByRole('row', { name: 'Book a table 0 0% 0%' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Visits, newest first' }).getByRole('listitem')).toHaveCount(2);
  await expect(page.frameLocator('iframe').getByText('See the menu')).toBeVisible();
  await expectNoAxeViolations(page);

  await page.goto('/dashboard/bio-pages');
  await expect(page.getByText(/^1 view · 100% click rate · 2 blocks/)).toBeVisible();
});

test('a visitor opens a product and a profile, and the owner sees the clicks on both', async ({
  page,
  request,
  browser,
}) => {
  const person = await signUp(request);
  const blocks = [
    { type: 'product', title: 'Oat bag', price: '9.90', currency: 'EUR', url: 'https://shop.example.com/bag' },
    { type: 'social', items: [{ network: 'github', url: 'https://github.com/oatstreet' }] },
    { type: 'vcard', name: 'Oat Street', email: 'hi@example.com' },
  ];
  const { id, url } = await publishPage(request, person, { title: 'Oat Street', blocks });
  await logIn(page, person);
  await page.goto(`/dashboard/bio-pages/${id}?tab=insights`);

  const context = await browser.newContext({ javaScriptEnabled: false, userAgent: VISITOR });
  for (const [name, destination] of [
    [/^Oat bag/, 'https://shop.example.com/bag'],
    ['GitHub', 'https://github.com/oatstreet'],
  ] as const) {
    // A page of its own, since the destination cannot be reached and its error arrives later.
    const visitor = await context.newPage();
    await visitor.goto(url);
    const followed = visitor.waitForEvent('request', (sent) => sent.url() === destination);
    await visitor.getByRole('link', { name }).click({ noWaitAfter: true });
    await followed;
  }
  await context.close();

  // The figures appear without a reload.
  await expect(page.getByRole('row', { name: 'Oat bag 1 50% 50%' })).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole('row', { name: 'Social profiles 1 50% 50%' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Clicks/ })).toContainText('2');
  await expect(page.getByText('Clicked Oat bag')).toBeVisible();
});
