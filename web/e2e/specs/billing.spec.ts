import { expectNoAxeViolations } from '../fixtures/axe';
import { addDomain, newHost } from '../fixtures/domains';
import { expect, test } from '../fixtures/guards';
import { logIn, signUp } from '../fixtures/user';

test.use({
  baseURL: `http://localhost:${process.env.LINNET_E2E_PAID_PORT}`,
  allowedOrigins: [`http://127.0.0.1:${process.env.LINNET_E2E_STRIPE_PORT}`],
  allowedConsole: [/status of 402/],
});

test('a limit is reached, a plan is paid, and the webhook that arrives twice raises the limit', async ({
  page,
  request,
}) => {
  const person = await signUp(request);
  await addDomain(request, person, newHost());
  await logIn(page, person);

  await page.goto('/dashboard/domains');
  await page.getByRole('button', { name: 'Add domain' }).click();
  await page.getByRole('textbox', { name: 'Domain name' }).fill(newHost('second'));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toContainText('plan');
  await page.getByRole('link', { name: 'View plans' }).click();

  const card = page.locator('#pricing article').filter({ has: page.getByRole('heading', { name: /^BASIC/ }) });
  await card.getByRole('link').click();
  await expect(page).toHaveURL(/\/dashboard\/settings\/billing\?plan=BASIC$/);
  await page.getByRole('button', { name: 'Upgrade to Basic Plan' }).click();
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible();
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page.getByText('Free Plan').first()).toBeVisible();

  await page.getByRole('button', { name: 'Upgrade to Basic Plan' }).click();
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect(page.getByText(/^Billed monthly\. Renews on /)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Invoices' }).getByRole('listitem')).toHaveCount(1);
  await expectNoAxeViolations(page);

  await addDomain(request, person, newHost('third'));
});
