import { fields } from '../fixtures/auth-forms';
import { expect, signUp, test } from '../fixtures/member';
import { waitForHydration } from '../fixtures/public-page';

test('a page that an app shares opens a new link, also after the login', async ({ page, request }) => {
  const { email, password } = await signUp(request);
  await page.goto(`/new?title=News&text=${encodeURIComponent('Look at https://example.com/shared?a=1&b=2 now')}`);
  await expect(page).toHaveURL('/login');
  await waitForHydration(page);
  await fields(page).email.fill(email);
  await fields(page).password.fill(password);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  const dialog = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: /^Create link/ }) });
  await expect(dialog.getByRole('textbox', { name: 'Destination' })).toHaveValue('https://example.com/shared?a=1&b=2');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/dashboard\/links$/);
});

test('browsers can install the app and search links from the address bar', async ({ page, request }) => {
  await page.goto('/login');
  const hrefs = await page
    .locator('link[rel=manifest], link[rel=search], link[rel=apple-touch-icon]')
    .evaluateAll((all) => all.map((link) => (link as HTMLLinkElement).href));
  expect(hrefs).toHaveLength(3);
  for (const href of hrefs) expect((await request.get(href)).status(), href).toBe(200);
  const answer = await request.get('/manifest.webmanifest');
  expect(answer.headers()['content-type']).toBe('application/manifest+json');
  const manifest = await answer.json();
  for (const { src } of manifest.icons) expect((await request.get(src)).status(), src).toBe(200);
  expect(manifest.share_target.action).toBe('/new');
});
