import type { QueryClient } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { AppError } from './app-error';
import { NotFound } from './not-found';
import type { routeTree } from './route-tree.gen';

/** All routes, or the public ones alone. */
export type RouteTree = typeof routeTree;

/** Makes the router. Prerendering gives its own memory history. */
export function createAppRouter(tree: RouteTree, queryClient: QueryClient, history?: RouterHistory) {
  return createRouter({
    routeTree: tree,
    history,
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: AppError,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
  interface StaticDataRouteOption {
    /** The page renders its own main part, because more than that part belongs to it. */
    ownMain?: boolean;
  }
  interface HistoryState {
    /** Where the visitor wanted to go before login: path, query and hash. */
    from?: string;
  }
}
