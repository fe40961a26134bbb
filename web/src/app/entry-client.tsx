import type { QueryClient } from '@tanstack/react-query';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { connection, onReconnect } from '@/shared/api/connection';
import { onSessionEnd } from '@/shared/api/request';
import { language, SOURCE_LANGUAGE } from '@/shared/i18n/locale';
import { nameChunkErrors } from '@/shared/lib/chunk-error';
import { sessionStore } from '@/shared/lib/session-store';
import { dashboardAddress, workspaceOf } from '@/shared/lib/workspace-address';
import { App } from './app';
import { followSession } from './follow-session';
import { createQueryClient } from './query-client';
import { type AppRouter, createAppRouter } from './router';
import '@/shared/styles/index.css';

/** Hydrates the markup of the prerendered route, if it is still the current one and in English, and otherwise renders anew. */
function render(root: HTMLElement, router: AppRouter, queryClient: QueryClient, prerendered: string | undefined): void {
  const app = <App router={router} queryClient={queryClient} />;
  // A guard may have redirected while loading (a signed-in user from /login): then the markup is another page's.
  const english = language() === SOURCE_LANGUAGE;
  if (english && prerendered && prerendered === router.state.matches.at(-1)?.routeId) {
    // Makes the router omit the outer Suspense, which the prerendered markup does not have.
    router.ssr = { manifest: undefined };
    hydrateRoot(root, app, {
      onRecoverableError: (error) => console.error('The page and its markup differ:', error),
    });
  } else {
    root.replaceChildren();
    delete root.dataset.prerendered;
    createRoot(root).render(app);
  }
}

/** Opens the workspace that the user was in last, on the plain address of the dashboard. A reload stays in the first. */
function openLastWorkspace(): void {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const session = sessionStore.get();
  if (location.pathname !== '/dashboard' || visit?.type !== 'navigate' || session.status !== 'authenticated') return;
  history.replaceState(null, '', dashboardAddress(session.user.preferences?.workspaceId) + location.search);
}

/**
 * Loads the page anew when Back or Forward lead to another workspace, since a page belongs to one. That can only happen
 * after a login that led from one to the other within the page.
 */
function reloadInOtherWorkspace(router: AppRouter): void {
  router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) => {
    const inside = [fromLocation, toLocation].every((place) => place?.pathname.startsWith('/dashboard'));
    // The address bar follows the router with a delay, so it is not asked here.
    const same = workspaceOf(fromLocation?.publicHref ?? '') === workspaceOf(toLocation.publicHref);
    if (inside && !same) location.reload();
  });
}

// A function, since the bundler does not merge small chunks while any module has a top-level await.
async function start(root: HTMLElement): Promise<void> {
  sessionStore.start();
  // English after all where the catalogue could not be loaded.
  document.documentElement.lang = language();
  openLastWorkspace();
  connection.start();
  nameChunkErrors();
  const queryClient = createQueryClient();
  onReconnect(() => void queryClient.invalidateQueries());

  const router = createAppRouter(queryClient);
  followSession(queryClient);
  reloadInOtherWorkspace(router);

  // The dashboard's guard redirects with the return path; any other page goes to /login from here.
  onSessionEnd(() => {
    if (location.pathname.startsWith('/dashboard')) return;
    void router.navigate({ to: '/login', state: { ended: true } });
  });

  /** The id of the route whose markup the page contains; undefined on the dashboard's shell. */
  const { prerendered } = root.dataset;
  if (prerendered) await router.load();
  render(root, router, queryClient, prerendered);
  // Set before the first paint to hide login and sign-up from signed-in users; the guards have run now.
  delete document.documentElement.dataset.signedIn;
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root.');
if (import.meta.env.DEV && location.pathname === '/__gallery') {
  void import('./gallery/gallery').then(({ renderGallery }) => renderGallery(root));
} else {
  void start(root);
}
