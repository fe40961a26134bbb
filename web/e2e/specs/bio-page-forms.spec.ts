import { readFile } from 'node:fs/promises';
import { expectNoAxeViolations } from '../fixtures/axe';
import { addBlock, createDraft, createPage, publishInEditor } from '../fixtures/bio-pages';
import { expect, test } from '../fixtures/guards';
import { toast } from '../fixtures/screen';
import { logIn, signUp } from '../fixtures/user';

test('a visitor without scripts sends a form, and the response is listed, exported and deleted', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  await logIn(page, await signUp(request));
  const handle = await createPage(page, 'Oat news');

  await addBlock(page, 'newsletter');
  await page.getByRole('textbox', { name: 'Form title' }).fill('Newsletter');
  await page.getByRole('textbox', { name: 'Consent' }).fill('Oat Street may **mail** me.');
  await expect(page.frameLocator('iframe').getByRole('button', { name: 'Subscribe' })).toBeVisible();
  await publishInEditor(page);
  await page.getByRole('tab', { name: 'Responses' }).click();
  await expect(page.getByRole('heading', { name: 'No responses yet' })).toBeVisible();

  const visitor = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const open = await visitor.newPage();
  await open.goto(`/@${handle}`);
  await expect(open.getByText('Oat Street may mail me.')).toBeVisible();
  await open.getByRole('textbox', { name: 'Email' }).fill('Grace@Example.com');
  await open.getByRole('checkbox', { name: 'I agree' }).check();
  await open.getByRole('button', { name: 'Subscribe' }).click();
  await expect(open.getByRole('status')).toHaveText('Thank you. Your address was sent.');
  await visitor.close();

  await page.reload();
  await expect(page.getByRole('link', { name: 'grace@example.com' })).toBeVisible();
  await expectNoAxeViolations(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file.trim().split('\n')).toHaveLength(2);
  expect(file).toContain('Newsletter,grace@example.com,Oat Street may **mail** me.');

  await page.getByRole('button', { name: 'Delete the response of grace@example.com' }).click();
  await page.getByRole('button', { name: 'Delete response', exact: true }).click();
  await expect(toast(page, 'Response deleted')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No responses yet' })).toBeVisible();
});

test('with an age gate, a visitor without scripts confirms the age before the page is shown', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const person = await signUp(request);
  await logIn(page, person);
  const blocks = [{ type: 'heading', text: 'Tasting room' }];
  const { id, url } = await createDraft(request, person, { title: 'Oat cellar', blocks });
  await page.goto(`/dashboard/bio-pages/${id}?tab=settings`);
  await page.getByRole('combobox', { name: 'Minimum age' }).click();
  await page.getByRole('option', { name: '18 years' }).click();
  await publishInEditor(page);

  const visitor = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const open = await visitor.newPage();
  await open.goto(url);
  await expect(open.getByRole('heading', { name: 'This page is for people aged 18 or over.' })).toBeVisible();
  await expect(open.getByText('Tasting room')).toHaveCount(0);
  await open.getByRole('button', { name: 'I am 18 or older' }).click();
  await expect(open.getByRole('heading', { name: 'Tasting room' })).toBeVisible();
  await visitor.close();
});
