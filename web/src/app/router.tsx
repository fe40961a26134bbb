import type { QueryClient } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { AppError } from './app-error';
import { NotFound } from './not-found';
import { routeTree } from './route-tree.gen';
import { workspaceRewrite } from './workspace-rewrite';

/** Makes the router. Prerendering gives its own memory history. */
export function createAppRouter(queryClient: QueryClient, history?: RouterHistory) {
  return createRouter({
    routeTree,
    history,
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: AppError,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
    rewrite: workspaceRewrite,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
  interface HistoryState {
    /** Where the visitor wanted to go before login: path, query and hash. */
    from?: string;
    /** The server ended the visitor's session. */
    ended?: boolean;
  }
}
