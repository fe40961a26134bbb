import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { aWorkspace } from '@/test/fixtures/workspace';
import { findToast, renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { PlansLink } from './plans-link';

const API = '*/api/v1';

beforeEach(() => signIn());

describe('PlansLink', () => {
  it('leads customers to the plans', async () => {
    server.use(http.get(`${API}/me`, () => HttpResponse.json({ operator: false })));
    await renderScreen(<PlansLink />);
    expect(await screen.findByRole('link', { name: 'View plans' })).toHaveAttribute('href', '/pricing');
    expect(screen.queryByRole('button', { name: 'Set plan' })).toBeNull();
  });

  it('is left out on an install without plans', async () => {
    server.use(
      http.get('*/api/v1/me', () => HttpResponse.json({ operator: false })),
      http.get(`${API}/workspaces/current`, () => HttpResponse.json(aWorkspace({ hasPlans: false }))),
    );
    await renderScreen(<PlansLink />);
    await waitFor(() => expect(screen.queryByRole('link', { name: 'View plans' })).toBeNull());
  });

  it('lets an operator set the plan of the workspace in place', async () => {
    const bodies: unknown[] = [];
    server.use(
      http.get(`${API}/me`, () => HttpResponse.json({ operator: true })),
      http.get(`${API}/admin/overview`, () => HttpResponse.json({ plans: ['FREE', 'BASIC'] })),
      http.patch(`${API}/admin/workspaces/:id`, async ({ request }) => {
        bodies.push(await request.json());
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = await renderScreen(<PlansLink />);
    await user.click(await screen.findByRole('button', { name: 'Set plan' }));
    const plan = await screen.findByRole('combobox', { name: 'Plan' });
    expect(plan).toHaveAccessibleDescription(/turn them off in the overview of Operator\.$/);
    await user.click(plan);
    await user.click(await screen.findByRole('option', { name: 'Basic Plan' }));
    await user.click(screen.getByRole('button', { name: 'Set plan' }));
    await findToast('Oat Street is on Basic Plan');
    expect(bodies).toEqual([{ plan: 'BASIC' }]);
  });
});
