import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from '../fixtures/axe';
import { expect, test } from '../fixtures/guards';
import { bearer } from '../fixtures/teams';
import { logIn, signUp } from '../fixtures/user';

const entries = (page: Page) => page.getByRole('list', { name: 'Audit log' }).getByRole('listitem');

test('changes are filtered, expanded and exported', async ({ page, request }) => {
  const person = await signUp(request);
  const alias = `audit-${Date.now()}`;
  const data = { url: 'https://example.com/', alias };
  const created = await request.post('/api/v1/links', { headers: bearer(person), data });
  const { id } = (await created.json()) as { id: string };
  await request.patch(`/api/v1/links/${id}`, { headers: bearer(person), data: { url: 'https://example.org/' } });
  await request.post('/api/v1/tags', { headers: bearer(person), data: { name: 'Summer' } });

  await logIn(page, person);
  await page.goto('/dashboard/settings/audit-log');
  await expect(entries(page).first()).toContainText('created the tag Summer');
  await page.getByRole('combobox', { name: 'Action' }).click();
  await page.getByRole('option', { name: 'Links', exact: true }).click();
  await expect(page.getByText('2 entries')).toBeVisible();
  const changed = entries(page).filter({ hasText: 'changed the destination of' });
  await changed.getByRole('button', { name: /^Details of/ }).click();
  const row = changed.getByRole('row', { name: /^Destination/ });
  await expect(row.getByRole('cell')).toHaveText(['https://example.com/', 'https://example.org/']);
  await expectNoAxeViolations(page); // leaves the page 390 px wide
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);

  await page.getByRole('searchbox', { name: 'Search the audit log' }).fill('no such label');
  await expect(page.getByText('No entries match these filters')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(entries(page).filter({ hasText: 'created the tag Summer' })).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^linnet-audit-[\d-]+\.csv$/);
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\n');
  expect(lines[0]).toMatch(/^sequence,at,/);
  expect(lines.some((line) => line.includes(`changed the destination of`) && line.includes(alias))).toBe(true);
});
