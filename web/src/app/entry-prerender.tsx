import { text } from 'node:stream/consumers';
import { createMemoryHistory } from '@tanstack/react-router';
import { prerenderToNodeStream } from 'react-dom/static';
import { App } from './app';
import { createQueryClient } from './query-client';
import { routeTree } from './route-tree.gen';
import { createAppRouter } from './router';

// Behind the login, different for each visitor, or only there while developing.
const PRIVATE = /^\/(dashboard|login\/sso|__)/;

function routerAt(path: string) {
  const queryClient = createQueryClient();
  const router = createAppRouter(routeTree, queryClient, createMemoryHistory({ initialEntries: [path] }));
  return { router, queryClient };
}

/** Every public page that has one fixed address, such as "/" and "/features". */
export function publicPaths(): string[] {
  const paths = Object.keys(routerAt('/').router.routesByPath);
  return paths.filter((path) => !path.includes('$') && !PRIVATE.test(path)).sort();
}

export interface Prerendered {
  /** The markup of the page; what React hoists (title, meta, canonical link) stands first. */
  markup: string;
  /** The ids of the routes that took part, such as "/_marketing/features". */
  routes: string[];
}

/** Renders one page as a visitor without a session would first see it. */
export async function prerender(path: string): Promise<Prerendered> {
  const { router, queryClient } = routerAt(path);
  await router.load();
  const { prelude } = await prerenderToNodeStream(<App router={router} queryClient={queryClient} />, {
    onError(error) {
      throw error;
    },
  });
  const markup = await text(prelude);
  queryClient.clear();
  return { markup, routes: router.state.matches.map((match) => match.routeId) };
}
