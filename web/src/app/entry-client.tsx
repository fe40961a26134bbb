import { createRoot, hydrateRoot } from 'react-dom/client';
import { onSessionEnd } from '@/shared/api/client';
import { connection, onReconnect } from '@/shared/api/connection';
import { sessionStore } from '@/shared/lib/session-store';
import { App } from './app';
import { nameChunkErrors } from './chunk-error';
import { followSession } from './follow-session';
import { createQueryClient } from './query-client';
import { type AppRouter, createAppRouter, type RouteTree } from './router';
import '@/shared/styles/index.css';

// Public pages know only each other; a link that leaves them loads the next page anew (`reloadDocument`).
const PUBLIC = /^(\/_marketing|__root__)/;

async function loadRoutes(): Promise<RouteTree> {
  if (isPublic) return (await import('./public-routes')).routes;
  return (await import('./route-tree.gen')).routeTree;
}

function show(root: HTMLElement, router: AppRouter): void {
  const app = <App router={router} queryClient={queryClient} />;
  // A guard may have redirected while loading (a signed-in user from /login): then the markup is another page's.
  if (prerendered && prerendered === router.state.matches.at(-1)?.routeId) {
    // Makes the router omit the outer Suspense, which the prerendered markup does not have.
    router.ssr = { manifest: undefined };
    hydrateRoot(root, app, {
      onRecoverableError: (error) => console.error('The page and its markup differ:', error),
    });
  } else {
    root.replaceChildren();
    createRoot(root).render(app);
  }
}

sessionStore.start();
connection.start();
nameChunkErrors();
const queryClient = createQueryClient();
onReconnect(() => void queryClient.invalidateQueries());

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root.');

/** The route whose markup the page holds; nothing on the dashboard's shell. */
const { prerendered } = root.dataset;
const isPublic = prerendered !== undefined && PUBLIC.test(prerendered);
const router = createAppRouter(await loadRoutes(), queryClient);
followSession(queryClient);

// The guard of the dashboard redirects and remembers the page; any other page redirects to /login here.
onSessionEnd(() => {
  if (location.pathname.startsWith('/dashboard')) return;
  void router.navigate({ to: '/login', reloadDocument: isPublic });
});

if (prerendered) await router.load();
show(root, router);
// Set before the first paint to hide login and sign-up from signed-in users; the guards have run now.
delete document.documentElement.dataset.signedIn;
