import { expect, logIn, test } from '../fixtures/member';
import { createLink } from '../fixtures/visitors';

// The browser logs each failed request.
test.use({
  allowedConsole: [/Failed to load resource|ChunkLoadError/],
  allowedFailures: [/./],
});

test('an offline banner is shown, input is kept and requests work again once online', async ({
  page,
  context,
  member,
}) => {
  await logIn(page, member);
  await page.goto('/dashboard');
  const banner = page.getByRole('status').filter({ hasText: 'You’re offline.' });
  const form = page.getByRole('region', { name: 'Shorten a URL' });
  // Other panels may fail with the same sentence.
  const error = form
    .getByRole('alert')
    .filter({ hasText: 'Linnet can’t be reached. Check your connection and try again.' });
  const url = form.getByRole('textbox', { name: 'Long URL' });
  await url.fill('https://example.com/typed-before');
  await context.setOffline(true);
  await expect(banner).toBeVisible();
  await url.press('Enter');
  await expect(error).toBeVisible();
  await expect(url).toHaveValue('https://example.com/typed-before');

  await context.setOffline(false);
  await expect(banner).toBeHidden();
  await url.press('Enter');
  await expect(error).toBeHidden();
});

test('a screen whose chunk fails to load offline opens once the network is back', async ({ page, context, member }) => {
  await logIn(page, member);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Account', exact: true }).first().click();
  await expect(page.getByRole('heading', { name: 'This page isn’t loaded yet' })).toBeVisible();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
});

test('a reload is offered when the server has a newer build', async ({ page, member }) => {
  await logIn(page, member);
  await page.goto('/dashboard');
  await page.route('**/assets/account-*.js', (route) => route.fulfill({ status: 404 }));
  await page.getByRole('link', { name: 'Account', exact: true }).first().click();
  await expect(page.getByText('reload the page to get the new version')).toBeVisible();
  await page.unroute('**/assets/account-*.js');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
});

test('lists recover after the server was unreachable', async ({ page, request, member }) => {
  const link = await createLink(request, member, { url: 'https://example.com/away' });
  await logIn(page, member);
  await page.route(/\/(api\/v1|healthz)/, (route) => route.abort());
  await page.goto('/dashboard/links');
  await expect(page.getByText('Linnet can’t be reached. Trying again…')).toBeVisible();
  await page.unroute(/\/(api\/v1|healthz)/);
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect(page.getByRole('main').getByText(`/${link.alias}`).first()).toBeVisible();
  await expect(page.getByText('Linnet can’t be reached. Trying again…')).toBeHidden();
});
