import type { APIRequestContext } from '@playwright/test';
import { addVerifiedDomain, newHost } from '../fixtures/domains';
import { expect, test } from '../fixtures/guards';
import { logIn, signUp } from '../fixtures/user';
import { createLink } from '../fixtures/visitors';

const HUMAN = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';

/** Opens a path of a host of the server under test like a person's browser. */
const open = (request: APIRequestContext, host: string, path: string) =>
  request.get(path, { headers: { Host: host, 'User-Agent': HUMAN, 'Accept-Language': 'en' }, maxRedirects: 0 });

test('links with the same alias on two hosts are told apart wherever they are named', async ({
  page,
  request,
  baseURL,
}) => {
  const person = await signUp(request);
  const own = new URL(baseURL ?? '').host;
  const { host } = await addVerifiedDomain(request, person, newHost());
  const alias = `geo-${Date.now().toString(36)}`;
  await createLink(request, person, { url: 'https://example.com/one', alias });
  await createLink(request, person, { url: 'https://example.com/two', alias, domain: host });
  await open(request, own, `/${alias}`);
  await open(request, host, `/${alias}`);
  await open(request, host, `/${alias}`);
  const names = [`${own}/${alias}`, `${host}/${alias}`];
  await logIn(page, person);

  await page.goto('/dashboard/links');
  for (const name of names) {
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: `More for ${name}` })).toBeVisible();
  }

  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('combobox', { name: 'Command palette' })).toBeFocused();
  await page.keyboard.type(alias);
  for (const name of names) await expect(page.getByRole('option', { name })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto('/dashboard');
  const feed = page.getByRole('region', { name: 'Live clicks' });
  await expect(feed.getByRole('link', { name: names[1], exact: true })).toHaveCount(2);
  await expect(feed.getByRole('link', { name: names[0], exact: true })).toHaveCount(1);

  await page.goto('/dashboard/analytics');
  const row = page.getByRole('button', { name: new RegExp(`${host} ?/${alias}.*2`) });
  await row.click();
  await expect(page.getByRole('button', { name: 'Change filter: link is' })).toHaveText(names[1] ?? '');
});
