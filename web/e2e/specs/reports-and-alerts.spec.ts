import type { Page } from '@playwright/test';
import { expectNoAxeViolationsNow } from '../fixtures/axe';
import { expect, test } from '../fixtures/guards';
import { logIn, signUp } from '../fixtures/user';

/** The items of a list on the screen. */
const items = (page: Page, list: string) => page.getByRole('list', { name: list }).getByRole('listitem');

/** Selects an action of an item's menu. */
async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('a scheduled report is created, edited, paused and deleted', async ({ page, request }) => {
  await logIn(page, await signUp(request));
  await page.goto('/dashboard/analytics/reports');
  await expect(page.getByText('No scheduled reports yet')).toBeVisible();
  await page.getByRole('button', { name: 'Schedule report' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Weekly');
  await dialog.getByRole('button', { name: 'Schedule report' }).click();
  await expect(items(page, 'Scheduled reports')).toHaveCount(1);
  await expect(items(page, 'Scheduled reports')).toContainText('Each Monday, about the week before');

  await act(page, 'Weekly', 'Edit');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Monthly');
  await dialog.getByRole('combobox', { name: 'Interval' }).click();
  await page.getByRole('option', { name: /On the first day of each month/ }).click();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(items(page, 'Scheduled reports')).toContainText('On the first day of each month');

  await act(page, 'Monthly', 'Pause');
  await expect(items(page, 'Scheduled reports')).toContainText('Paused');
  await page.reload();
  await expect(items(page, 'Scheduled reports')).toContainText('Paused');

  await act(page, 'Monthly', 'Delete');
  await page.getByRole('button', { name: 'Delete report' }).click();
  await expect(page.getByText('No scheduled reports yet')).toBeVisible();
});

test('an alert is created, edited, paused and deleted', async ({ page, request }) => {
  await logIn(page, await signUp(request));
  await page.goto('/dashboard/analytics?country=AT');
  await page.getByRole('button', { name: 'Email' }).click();
  await page.getByRole('menuitem', { name: 'Create alert' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Peaks');
  await dialog.getByRole('textbox', { name: 'Percent above usual' }).fill('300');
  const sentence = 'Tell Ada Lovelace when the clicks of an hour are 300% above usual, from 50 clicks on.';
  await expect(dialog.getByText(sentence)).toBeVisible();
  await dialog.getByRole('button', { name: 'Create alert' }).click();
  await expect(page.getByText('Alert created')).toBeVisible();

  await page.getByRole('button', { name: 'Email' }).click();
  await page.getByRole('menuitem', { name: 'Reports and alerts' }).click();
  await expect(items(page, 'Alerts')).toContainText(sentence);
  await expect(items(page, 'Alerts')).toContainText('Country: Austria · Never raised');
  await expectNoAxeViolationsNow(page);

  await act(page, 'Peaks', 'Edit');
  await expect(dialog.getByText(sentence)).toBeVisible();
  await expectNoAxeViolationsNow(page);
  await dialog.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'First click on a link' }).click();
  await dialog.getByRole('button', { name: 'Remove the filter Country: Austria' }).click();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(items(page, 'Alerts')).toContainText('Tell Ada Lovelace when a link has its first click.');

  await act(page, 'Peaks', 'Pause');
  await expect(items(page, 'Alerts')).toContainText('Paused');
  await act(page, 'Peaks', 'Resume');
  await expect(items(page, 'Alerts')).not.toContainText('Paused');

  await act(page, 'Peaks', 'Delete');
  await page.getByRole('button', { name: 'Delete alert' }).click();
  await expect(page.getByText('No alerts yet')).toBeVisible();
});
