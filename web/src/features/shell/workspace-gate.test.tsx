import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useHasPlans } from '@/entities/workspace/use-has-plans';
import { TIMING } from '@/shared/config/timing';
import { sessionStore } from '@/shared/lib/session-store';
import { expectAccessible } from '@/test/axe';
import { aWorkspace } from '@/test/fixtures/workspace';
import { renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { WorkspaceGate } from './workspace-gate';

const HOME = '/dashboard/w/wsp_2';

/** Opens a page of the workspace wsp_2, for which the server gives the answer. */
async function open(answer: () => Response, path = '/dashboard', children: ReactNode = 'The links') {
  history.replaceState(null, '', HOME);
  server.use(
    http.get('*/api/v1/workspaces/wsp_2', answer),
    http.get('*/api/v1/workspaces', ({ request }) => {
      const deleted = new URL(request.url).searchParams.has('deleted');
      const items = deleted ? [] : [aWorkspace({ id: 'wsp_1', name: 'Oat Street' })];
      return HttpResponse.json({ items, nextCursor: null, total: items.length });
    }),
  );
  return renderScreen(<WorkspaceGate>{children}</WorkspaceGate>, { path });
}

const Plans = () => (useHasPlans() ? 'has plans' : 'has no plans');

const problem = (status: number, code: string, message: string) => () =>
  HttpResponse.json({ code, message }, { status });

const last = () => {
  const session = sessionStore.get();
  return session.status === 'authenticated' ? session.user.preferences?.workspaceId : undefined;
};

beforeEach(() => {
  signIn();
  sessionStore.setPreferences({ workspaceId: 'wsp_2' });
});
afterEach(() => {
  sessionStore.clear();
  history.replaceState(null, '', '/');
});

it('shows the screens of a workspace that opens, and remembers it', async () => {
  sessionStore.setPreferences({ workspaceId: undefined });
  await open(() => HttpResponse.json(aWorkspace({ id: 'wsp_2' })));
  expect(screen.getByText('The links')).toBeVisible();
  await waitFor(() => expect(last()).toBe('wsp_2'));
});

it.each([
  [404, 'not_found', 'Workspace not found'],
  [410, 'gone', 'Workspace deleted'],
  [403, 'forbidden', 'Workspace suspended'],
])('says after %i why it does not open, offers the others, and forgets it', async (status, code, title) => {
  await open(problem(status, code, 'The reason of the server.'));
  expect(await screen.findByRole('heading', { name: title })).toBeVisible();
  expect(screen.getByText('The reason of the server.')).toBeVisible();
  expect(screen.queryByText('The links')).toBeNull();
  const others = await screen.findByRole('list', { name: 'Workspaces' });
  expect(within(others).getByRole('link', { name: 'Switch to Oat Street' })).toHaveAttribute(
    'href',
    '/dashboard/w/wsp_1',
  );
  expect(last()).toBeUndefined();
  await expectAccessible();
});

it('shows the account of a user whose workspace does not open', async () => {
  await open(problem(410, 'gone', 'This workspace was deleted.'), '/dashboard/account');
  await waitFor(() => expect(screen.getByText('The links')).toBeVisible());
  expect(screen.queryByRole('heading', { name: 'Workspace deleted' })).toBeNull();
});

it('keeps the screen when the workspace only fails to load', async () => {
  const { queryClient } = await open(problem(500, 'internal', 'Something failed.'));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.getByText('The links')).toBeVisible();
  expect(last()).toBe('wsp_2');
});

it('follows changes of the workspace that happen elsewhere', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let hasPlans = true;
  const { unmount } = await open(
    () => HttpResponse.json(aWorkspace({ id: 'wsp_2', hasPlans })),
    '/dashboard',
    <Plans />,
  );
  expect(await screen.findByText('has plans')).toBeVisible();
  hasPlans = false;
  vi.advanceTimersByTime(TIMING.pollMs);
  expect(await screen.findByText('has no plans')).toBeVisible();
  unmount();
  vi.useRealTimers();
});
