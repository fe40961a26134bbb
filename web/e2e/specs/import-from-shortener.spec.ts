import { expectNoAxeViolations } from '../fixtures/axe';
import { expect, test } from '../fixtures/guards';
import { startShlink } from '../fixtures/old-shlink';
import { toast } from '../fixtures/screen';
import { logIn, signUp } from '../fixtures/user';

test('the links of another shortener are read, imported, and their redirects checked', async ({ page, request }) => {
  const stamp = Date.now();
  const destination = (at: number) => `https://example.com/page-${at}`;
  const old = await startShlink('secret', [
    { code: `old-1-${stamp}`, url: destination(1) },
    { code: `old-2-${stamp}`, url: destination(2), leadsTo: 'https://example.com/elsewhere' },
    { code: `old-3-${stamp}`, url: destination(3) },
  ]);
  const person = await signUp(request);
  await logIn(page, person);
  await page.goto('/dashboard/settings/import');
  await page.getByRole('button', { name: 'Shlink' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import from Shlink' });
  await dialog.getByLabel('Server').fill(old.url);
  await dialog.getByLabel('API key', { exact: true }).fill('secret');
  await expect(dialog.getByRole('checkbox', { name: /Import the click history/ })).toBeChecked();
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Read links' }).click();

  await expect(page.getByText(/^3 links were read from Shlink/)).toBeVisible();
  await expect(page.getByText('3 new, 0 updated, 0 skipped, 0 with errors')).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Import 3 rows' }).click();
  await expect(page.getByRole('link', { name: 'View imported links' })).toBeVisible();
  const visit = await request.get(`/old-1-${stamp}`, { maxRedirects: 0 });
  expect(visit.headers().location).toBe(destination(1));

  const countries = await request.get('/api/v1/analytics?groupBy=country&interval=all', {
    headers: { authorization: `Bearer ${person.token}` },
  });
  expect(await countries.json()).toMatchObject({ rows: [{ key: 'AT', imported: 21 }] });

  await page.getByRole('button', { name: 'Check redirects' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Check' }).click();
  await expect(toast(page, '2 of 3 equal')).toBeVisible();
  await page.goto('/dashboard/settings/jobs');
  await expect(page.getByRole('listitem').filter({ hasText: 'Check of Shlink' })).toContainText('2 of 3 equal');
  await expectNoAxeViolations(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Report: Check of Shlink/ }).click();
  expect((await download).suggestedFilename()).toMatch(/^Check of Shlink .*\.csv$/);
  await old.close();
});
