import { expectNoAxeViolations } from '../fixtures/axe';
import { publishPage } from '../fixtures/bio-pages';
import { expect, test } from '../fixtures/guards';
import { toast } from '../fixtures/screen';
import { closeSecret } from '../fixtures/secret';
import { logIn, signUp } from '../fixtures/user';
import { documentedVerify, startReceiver } from '../fixtures/webhook-receiver';

test('a form of a bio page is sent to a webhook, signed, and sent again after a failure', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const receiver = await startReceiver();
  receiver.respondWith(500);
  const person = await signUp(request);
  await logIn(page, person);

  await page.goto('/dashboard/settings');
  await page.getByRole('link', { name: 'Manage webhooks' }).click();
  await page.getByRole('button', { name: 'Create your first webhook' }).click();
  const create = page.getByRole('dialog', { name: 'Create webhook' });
  await create.getByRole('textbox', { name: 'URL' }).fill(receiver.url);
  await create.getByRole('checkbox', { name: /^Form submitted/ }).check();
  await expectNoAxeViolations(page);
  await create.getByRole('button', { name: 'Create webhook' }).click();
  const secret = await page.getByRole('textbox', { name: 'Signing secret' }).inputValue();
  await closeSecret(page);

  const blocks = [{ type: 'form', title: 'Newsletter', button: 'Subscribe', consent: 'You may mail me.' }];
  const { id, url } = await publishPage(request, person, { title: 'Oat news', blocks });
  const visitor = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const open = await visitor.newPage();
  await open.goto(url);
  await open.getByRole('textbox', { name: 'Email' }).fill('grace@example.com');
  await open.getByRole('checkbox', { name: 'I agree' }).check();
  await open.getByRole('button', { name: 'Subscribe' }).click();
  await expect(open.getByRole('status')).toHaveText('Thank you. Your address was sent.');
  await visitor.close();

  await expect.poll(() => receiver.requests.length).toBe(1);
  const [first] = receiver.requests;
  const verify = await documentedVerify();
  expect(verify(secret, first?.headers ?? {}, first?.body ?? '')).toBe(true);
  expect(verify(secret, first?.headers ?? {}, `${first?.body} `)).toBe(false);
  expect(verify(secret, first?.headers ?? {}, first?.body ?? '', Date.now() + 600_000)).toBe(false);
  expect(JSON.parse(first?.body ?? '')).toMatchObject({
    type: 'bio_page.form_submitted',
    data: { pageId: id, form: 'Newsletter', email: 'grace@example.com', consent: 'You may mail me.' },
  });

  await page.getByRole('link', { name: receiver.url }).click();
  await expect(page.getByText('Retrying')).toBeVisible();
  await expect(page.getByText(/Status 500/)).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'bio_page.form_submitted' }).click();
  const delivery = page.getByRole('dialog', { name: 'bio_page.form_submitted' });
  await expect(delivery.getByText('The CRM is down')).toBeVisible();
  await expectNoAxeViolations(page);
  receiver.respondWith(204);
  await delivery.getByRole('button', { name: 'Send again' }).click();
  await expect(toast(page, 'Message queued again')).toBeVisible();
  await expect(delivery.getByText('Succeeded')).toBeVisible({ timeout: 10_000 });
  expect(receiver.requests).toHaveLength(2);
  expect(receiver.requests[1]?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  receiver.close();
});
