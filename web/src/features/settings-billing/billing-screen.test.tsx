import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { components } from '@/shared/api/schema';
import { expectAccessible } from '@/test/axe';
import { aWorkspace } from '@/test/fixtures/workspace';
import { findToast, renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { BillingScreen } from './billing-screen';
import { PlanSummary } from './plan-summary';

const usage = {
  plan: 'FREE',
  links: { used: 3, limit: 100 },
  clicks: { used: 2500, limit: 5000 },
  domains: { used: 1, limit: 1 },
  members: { used: 1, limit: null },
  bioPages: { used: 2, limit: 3 },
  qrCodes: { used: 0 },
  clicksExhaustedAt: '2026-11-24T10:00:00Z',
};

type BillingState = components['schemas']['BillingState'];

const free: BillingState = { plan: 'FREE', payments: false, trialAvailable: false, trial: null, subscription: null };
const paying: BillingState = {
  ...free,
  plan: 'BASIC',
  payments: true,
  subscription: {
    package: 'BASIC',
    period: 'monthly',
    status: 'active',
    periodEndAt: '2026-12-22T10:00:00Z',
    cancelAt: null,
    graceEndsAt: null,
  },
};

const BILLING = '*/api/v1/workspaces/current/billing';

function pack(name: string, price: string) {
  const limits = { links: 1000, clicksPerMonth: 50_000, retentionDays: 90 };
  return { id: name, name, price, features: ['1,000 links'], extras: [], limits, isMostPopular: false };
}

/** Serves a state, which requests to other paths below it replace by `next`, and returns those requests. */
function serveBilling(state: BillingState, next: BillingState = state) {
  const sent: { path: string; body: unknown }[] = [];
  let current = state;
  server.use(
    http.get(BILLING, () => HttpResponse.json(current)),
    http.get(`${BILLING}/invoices`, () =>
      HttpResponse.json({
        items: [
          {
            id: 'in_1',
            number: 'LNT-0001',
            createdAt: '2026-11-22T10:00:00Z',
            total: 900,
            currency: 'usd',
            status: 'paid',
            url: 'https://invoice.example/in_1',
          },
        ],
        nextCursor: null,
        total: 1,
      }),
    ),
    http.post(`${BILLING}/:action`, async ({ request }) => {
      const text = await request.text();
      sent.push({
        path: new URL(request.url).pathname.split('/').at(-1) ?? '',
        body: text ? JSON.parse(text) : undefined,
      });
      current = next;
      return HttpResponse.json(current);
    }),
  );
  return sent;
}

beforeEach(() => {
  signIn();
  server.use(
    http.get('*/api/v1/dashboard/usage', () => HttpResponse.json(usage)),
    http.get('*/api/v1/packages', () =>
      HttpResponse.json({
        enabled: true,
        monthly: [pack('FREE', '$0'), pack('BASIC', '$9'), pack('BUSINESS', '$49'), pack('ENTERPRISE', '')],
        yearly: [pack('FREE', '$0'), pack('BASIC', '$91'), pack('BUSINESS', '$494'), pack('ENTERPRISE', '')],
      }),
    ),
  );
  serveBilling(free);
});

it('sends the request for a plan and says so', async () => {
  const sent: unknown[] = [];
  server.use(
    http.post('*/api/v1/workspaces/current/plan-request', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ message: 'Sent.' });
    }),
  );
  const { user, container } = await renderScreen(<PlanSummary wanted="BUSINESS" />);
  await user.click(await screen.findByRole('button', { name: 'Request this plan' }));
  expect(await screen.findByRole('status')).toHaveTextContent('We sent your request for the Business Plan.');
  expect(sent).toEqual([{ package: 'BUSINESS' }]);
  await expectAccessible(container);
});

it('says why a request for a plan was not sent', async () => {
  const rejection = { message: 'Your requests have been sent. Wait for the answer.', code: 'rate_limited' };
  server.use(
    http.post('*/api/v1/workspaces/current/plan-request', () => HttpResponse.json(rejection, { status: 429 })),
  );
  const { user } = await renderScreen(<PlanSummary wanted="BUSINESS" />);
  await user.click(await screen.findByRole('button', { name: 'Request this plan' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(rejection.message);
});

it('offers no request for the current plan', async () => {
  await renderScreen(<PlanSummary wanted="FREE" />);
  expect(await screen.findByText('Free Plan')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Request this plan' })).toBeNull();
});

it('shows the usage of each limit, and when the clicks will be used up', async () => {
  const { container } = await renderScreen(<BillingScreen />);
  expect(await screen.findByText('3 of 100')).toBeVisible();
  expect(screen.getByText('2,500 of 5,000')).toBeVisible();
  expect(screen.getByText('Bio pages').closest('p')).toHaveTextContent('2 of 3');
  expect(screen.getByText('1 of 1')).toBeVisible();
  expect(screen.getByText('1, unlimited')).toBeVisible();
  expect(screen.getByText(/the limit is reached on about 24 Nov/)).toBeVisible();
  await expectAccessible(container);
});

it('does not mention plans on an install without plans', async () => {
  server.use(http.get('*/api/v1/workspaces/current', () => HttpResponse.json(aWorkspace({ hasPlans: false }))));
  const unlimited = { used: 3, limit: null };
  server.use(
    http.get('*/api/v1/dashboard/usage', () =>
      HttpResponse.json({
        ...usage,
        links: unlimited,
        clicks: unlimited,
        domains: unlimited,
        members: unlimited,
        bioPages: unlimited,
        clicksExhaustedAt: null,
      }),
    ),
  );
  const { container } = await renderScreen(<BillingScreen plan="BASIC" />);
  expect(await screen.findAllByText('3, unlimited')).toHaveLength(5);
  expect(container).not.toHaveTextContent(/plan|upgrade/i);
});

it('shows no payment on an install without it', async () => {
  await renderScreen(<BillingScreen />);
  expect(await screen.findByText('Free Plan')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Plan' })).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByText('Invoices')).toBeNull();
});

it('starts a trial and shows its end', async () => {
  const sent = serveBilling(
    { ...free, trialAvailable: true },
    {
      ...free,
      plan: 'BUSINESS',
      trial: { package: 'BUSINESS', endsAt: new Date(Date.now() + 14 * 86_400_000).toISOString() },
    },
  );
  const { user } = await renderScreen(<BillingScreen />);
  await user.click(await screen.findByRole('button', { name: 'Try Business Plan for 14 days' }));
  await findToast('Business Plan trial started');
  expect(await screen.findByText(/^Trial: 14 days left, until /)).toBeVisible();
  expect(sent).toEqual([{ path: 'trial', body: { package: 'BUSINESS' } }]);
  expect(screen.queryByRole('button', { name: /^Try/ })).toBeNull();
});

it('previews a change of the subscription and confirms it at that price', async () => {
  const previewedAt = '2026-11-23T10:00:00Z';
  const next: BillingState = {
    ...paying,
    plan: 'BUSINESS',
    subscription: {
      ...(paying.subscription as NonNullable<BillingState['subscription']>),
      package: 'BUSINESS',
      period: 'yearly',
    },
  };
  const sent = serveBilling(paying, next);
  server.use(
    http.post(`${BILLING}/preview`, () =>
      HttpResponse.json({
        currency: 'usd',
        due: 48_500,
        lines: [
          { description: 'Unused time', amount: -900 },
          { description: 'Remaining time', amount: 49_400 },
        ],
        previewedAt,
        excess: [{ name: 'links', used: 1200, limit: 1000 }],
      }),
    ),
  );
  const { user, container } = await renderScreen(<BillingScreen />);
  expect(await screen.findByText('Billed monthly. Renews on 22 Dec 2026.')).toBeVisible();
  await expectAccessible(container);
  await user.click(screen.getByRole('radio', { name: 'Yearly (Save 16%)' }));
  await user.click(screen.getByRole('button', { name: 'Switch to Business Plan' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Switch to the Business Plan, billed yearly' }));
  expect(await dialog.findByText(/485/)).toBeVisible();
  expect(dialog.getByText(/1,200 of 1,000 links/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Confirm change' }));
  await findToast('You are on the Business Plan');
  expect(sent).toEqual([{ path: 'change', body: { package: 'BUSINESS', period: 'yearly', previewedAt } }]);
});

it('cancels the subscription after a confirmation', async () => {
  const subscription = paying.subscription as NonNullable<BillingState['subscription']>;
  const sent = serveBilling(paying, {
    ...paying,
    subscription: { ...subscription, cancelAt: subscription.periodEndAt },
  });
  const { user } = await renderScreen(<BillingScreen />);
  await user.click(await screen.findByRole('button', { name: 'Cancel subscription' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText(/The plan stays until 22 Dec 2026/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Cancel subscription' }));
  expect(await screen.findByText('Ends on 22 Dec 2026.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Resume subscription' })).toBeVisible();
  expect(sent).toEqual([{ path: 'cancel', body: undefined }]);
});

it('warns about a failed payment', async () => {
  const subscription = paying.subscription as NonNullable<BillingState['subscription']>;
  serveBilling({
    ...paying,
    subscription: { ...subscription, status: 'past_due', graceEndsAt: '2026-12-06T10:00:00Z' },
  });
  await renderScreen(<BillingScreen />);
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The last payment failed. Update the payment method by 6 Dec 2026 to stay on the Basic Plan.',
  );
});

it('lists the invoices', async () => {
  serveBilling(paying);
  await renderScreen(<BillingScreen />);
  const list = within(await screen.findByRole('list', { name: 'Invoices' }));
  expect(list.getByText('LNT-0001 · 22 Nov 2026')).toBeVisible();
  expect(list.getByRole('link', { name: 'View invoice LNT-0001' })).toHaveAttribute(
    'href',
    'https://invoice.example/in_1',
  );
});
