import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { onSessionEnd } from '@/shared/api/client';
import { sessionStore } from '@/shared/lib/session-store';
import { Providers } from './providers';
import { createQueryClient } from './query-client';
import { createAppRouter } from './router';
import '@/shared/styles/index.css';

sessionStore.start();
const queryClient = createQueryClient();
const router = createAppRouter(queryClient);

// A page of the dashboard is left by its guard, which remembers the place; any other goes to /login from here.
onSessionEnd(() => {
  queryClient.clear();
  if (!location.pathname.startsWith('/dashboard')) void router.navigate({ to: '/login' });
});

const app = (
  <StrictMode>
    <Providers queryClient={queryClient}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>
);

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root.');

if (root.dataset.prerendered !== undefined) {
  await router.load();
  // Tells the router that this markup came from a server, so that it leaves out the outer Suspense it lacks.
  router.ssr = { manifest: undefined };
  hydrateRoot(root, app);
} else {
  root.replaceChildren();
  createRoot(root).render(app);
}
