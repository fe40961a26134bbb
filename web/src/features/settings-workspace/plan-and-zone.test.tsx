import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { expectAccessible } from '@/test/axe';
import { problem } from '@/test/fixtures/handlers';
import { findToast, renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { PlanSection } from './plan-section';
import { TimeZoneForm } from './time-zone-form';

const usage = { plan: 'FREE', links: { used: 3, limit: 100 }, clicks: { used: 10, limit: 5000 }, qrCodes: { used: 0 } };

beforeEach(() => {
  signIn();
  server.use(http.get('*/api/v1/dashboard/usage', () => HttpResponse.json(usage)));
});

it('sends the request for a plan and says so', async () => {
  const sent: unknown[] = [];
  server.use(
    http.post('*/api/v1/workspaces/current/plan-request', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ message: 'Sent.' });
    }),
  );
  const { user, container } = await renderScreen(<PlanSection wanted="BUSINESS" />);
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
  const { user } = await renderScreen(<PlanSection wanted="BUSINESS" />);
  await user.click(await screen.findByRole('button', { name: 'Request this plan' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(rejection.message);
});

it('offers no request for the current plan', async () => {
  await renderScreen(<PlanSection wanted="FREE" />);
  expect(await screen.findByText('3 of 100')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Request this plan' })).toBeNull();
});

it('saves another time zone', async () => {
  const sent: unknown[] = [];
  server.use(
    http.patch('*/api/v1/workspaces/current', async ({ request }) => {
      const change = (await request.json()) as object;
      sent.push(change);
      return HttpResponse.json({ id: 'wsp_1', ...change });
    }),
  );
  const { user } = await renderScreen(<TimeZoneForm timeZone="UTC" />);
  expect(screen.getByRole('button', { name: 'Save time zone' })).toBeDisabled();
  await user.click(screen.getByRole('combobox', { name: 'Time zone' }));
  await user.click(await screen.findByPlaceholderText('Search time zones'));
  await user.paste('tokyo');
  await user.click(screen.getByRole('option', { name: 'Asia/Tokyo' }));
  await user.click(screen.getByRole('button', { name: 'Save time zone' }));
  await findToast('Time zone saved');
  expect(sent).toEqual([{ timeZone: 'Asia/Tokyo' }]);
});

it('shows a server error on the time zone, which has the focus and the chosen zone', async () => {
  const message = 'Unknown time zone.';
  server.use(http.patch('*/api/v1/workspaces/current', () => problem(422, message, [{ field: 'timeZone', message }])));
  const { user } = await renderScreen(<TimeZoneForm timeZone="UTC" />);
  const zone = screen.getByRole('combobox', { name: 'Time zone' });
  await user.click(zone);
  await user.click(await screen.findByPlaceholderText('Search time zones'));
  await user.paste('tokyo');
  await user.click(screen.getByRole('option', { name: 'Asia/Tokyo' }));
  await user.click(screen.getByRole('button', { name: 'Save time zone' }));
  await vi.waitFor(() => expect(zone).toHaveAccessibleDescription(message));
  await vi.waitFor(() => expect(zone).toHaveFocus());
  expect(zone).toHaveTextContent('Asia/Tokyo');
});
