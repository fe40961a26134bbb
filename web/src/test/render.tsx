import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect } from 'vitest';
import { UnsavedForms } from '@/shared/forms/unsaved-forms';
import { sessionStore } from '@/shared/lib/session-store';
import { ToastHost } from '@/shared/ui/toast-host';

export const PERSON = { id: 'usr_1', email: 'mara@oatstreet.example', firstName: 'Mara', lastName: 'Vale' };

/** Stores a session, as login does. */
export function signIn(user: typeof PERSON = PERSON, token = 'token-1'): void {
  sessionStore.start();
  sessionStore.save(user, token);
}

/**
 * Renders a screen with all it stands in: router, cache, toasts, tooltips. Every path but /login shows the same
 * screen, so a navigation can be seen in `router.state.location`.
 */
export async function renderScreen(ui: ReactNode, { path = '/' }: { path?: string } = {}) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } });
  const rootRoute = createRootRoute();
  const everywhere = createRoute({
    getParentRoute: () => rootRoute,
    path: '$',
    component: () => <UnsavedForms>{ui}</UnsavedForms>,
  });
  const login = createRoute({ getParentRoute: () => rootRoute, path: 'login', component: () => 'The login page' });
  const router = createRouter({
    routeTree: rootRoute.addChildren([everywhere, login]),
    history: createMemoryHistory({ initialEntries: [path] }),
  });
  await router.load();
  const view = render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
      <ToastHost />
    </QueryClientProvider>,
  );
  return { ...view, router, queryClient, user: setupUser() };
}

function acceptsPointer(element: Element): boolean {
  for (let current: Element | null = element; current; current = current.parentElement) {
    const value = getComputedStyle(current).pointerEvents;
    if (value && value !== 'inherit' && value !== 'unset') return value !== 'none';
  }
  return true;
}

/**
 * A user whose pointer waits until the element accepts it: a dialog that a menu opens does so only after the menu has
 * closed, and typing begins with a click.
 */
function setupUser(): UserEvent {
  const user = userEvent.setup({ delay: null });
  const waiting =
    <Rest extends unknown[]>(act: (element: Element, ...rest: Rest) => Promise<void>) =>
    async (element: Element, ...rest: Rest) => {
      await waitFor(() => expect(acceptsPointer(element)).toBe(true));
      await act(element, ...rest);
    };
  return { ...user, click: waiting(user.click), type: waiting(user.type), hover: waiting(user.hover) };
}

/** The toast with this title, once it is visible: Sonner inserts a toast transparent and shows it in its next update. */
export function findToast(title: string): Promise<HTMLElement> {
  return waitFor(() => {
    const heading = screen.getByText(title, { selector: '.ui-toast .ui-title' });
    const toast = heading.closest<HTMLElement>('.ui-toast') ?? heading;
    expect(toast).toBeVisible();
    return toast;
  });
}
