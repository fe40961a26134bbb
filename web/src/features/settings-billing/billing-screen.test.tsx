import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { installFacts } from '@/shared/config/product';
import { expectAccessible } from '@/test/axe';
import { renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { BillingScreen } from './billing-screen';
import { PlanSummary } from './plan-summary';

const usage = {
  plan: 'FREE',
  links: { used: 3, limit: 100 },
  clicks: { used: 2500, limit: 5000 },
  domains: { used: 1, limit: 1 },
  members: { used: 1, limit: null },
  qrCodes: { used: 0 },
  clicksExhaustedAt: '2026-11-24T10:00:00Z',
};

beforeEach(() => {
  signIn();
  server.use(http.get('*/api/v1/dashboard/usage', () => HttpResponse.json(usage)));
});

afterEach(() => {
  installFacts().plans = true;
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
  expect(screen.getByText('1 of 1')).toBeVisible();
  expect(screen.getByText('1, unlimited')).toBeVisible();
  expect(screen.getByText(/the limit is reached on about 24 Nov/)).toBeVisible();
  await expectAccessible(container);
});

it('does not mention plans on an install without plans', async () => {
  installFacts().plans = false;
  const unlimited = { used: 3, limit: null };
  server.use(
    http.get('*/api/v1/dashboard/usage', () =>
      HttpResponse.json({
        ...usage,
        links: unlimited,
        clicks: unlimited,
        domains: unlimited,
        members: unlimited,
        clicksExhaustedAt: null,
      }),
    ),
  );
  const { container } = await renderScreen(<BillingScreen plan="BASIC" />);
  expect(await screen.findAllByText('3, unlimited')).toHaveLength(4);
  expect(container).not.toHaveTextContent(/plan|upgrade/i);
});
