import { expectNoAxeViolations } from '../fixtures/axe';
import { expect, test } from '../fixtures/guards';
import { logIn, signUp } from '../fixtures/user';
import { visit } from '../fixtures/visitors';

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

test('the click history of an import is a series of its own in total, chart and lists', async ({
  page,
  request,
  baseURL,
}) => {
  const person = await signUp(request);
  await logIn(page, person);
  const alias = `moved-${Date.now()}`;
  const history = `${daysAgo(9)} 15; ${daysAgo(8)} 7 country=DE&device=mobile&browser=Chrome&os=Android&referrer=t.co`;
  const csv = `shortUrl,url,clicks,clickHistory\nhttps://old.example/${alias},http://127.0.0.1:1/shop,30,${history}\n`;
  await page.goto('/dashboard/settings/import');
  await page
    .getByLabel('Choose file')
    .setInputFiles({ name: 'links.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await page.getByRole('button', { name: /^Import/ }).click();
  await expect(page.getByRole('link', { name: 'View imported links' })).toBeVisible();
  await visit(request, `${baseURL}/${alias}`);

  await page.goto('/dashboard/analytics');
  const clicks = page.getByRole('button', { name: /^Clicks/, pressed: true });
  await expect(clicks).toContainText('and 22 imported');
  await expect(clicks).toContainText('8 imported without dates');
  await expect(clicks.locator('b')).toHaveText('1');

  const chart = page.getByRole('slider', { name: /^Clicks per day/ });
  const importedDay = () => page.locator('.chart-cross dl').getByText('Imported');
  await chart.focus();
  for (let step = 0; step < 8; step += 1) await page.keyboard.press('ArrowLeft');
  await expect(chart).toHaveAttribute('aria-valuetext', /: 0 clicks, 7 imported/);
  await expect(importedDay()).toBeVisible();
  await page.getByRole('button', { name: 'Imported', exact: true, pressed: true }).click();
  await chart.focus();
  await expect(chart).not.toHaveAttribute('aria-valuetext', /imported/);
  await page.getByRole('button', { name: 'Imported', exact: true, pressed: false }).click();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'View as table' }).first().click();
  const table = page.getByRole('region', { name: 'Clicks over time, as a table' });
  await expect(table.getByRole('columnheader')).toHaveText(['Date', 'Clicks', 'Imported', 'Previous']);
  await expect(table.getByRole('cell', { name: '15', exact: true })).toBeVisible();

  const row = (name: string) => page.locator('.report-list').getByRole('button', { name });
  await expect(row('Phone')).toContainText('+7');
  await expect(row('Germany')).toContainText('+7');
  await expect(row('t.co')).toContainText('+7');
  await expect(row(alias)).toContainText('+22');

  await row('Germany').click();
  await expect(clicks).toContainText('and 7 imported');
  await expect(clicks.locator('b')).toHaveText('0');
});
