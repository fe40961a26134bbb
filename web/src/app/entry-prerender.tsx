import { text } from 'node:stream/consumers';
import { createMemoryHistory } from '@tanstack/react-router';
import { prerenderToNodeStream } from 'react-dom/static';
import { App } from './app';
import { type Markup, splitHoisted } from './hoisted';
import { createQueryClient } from './query-client';
import { createAppRouter } from './router';

// Behind the login, different for each visitor, or only there while developing.
const PRIVATE = /^\/(dashboard|login\/sso|__)/;

function routerAt(path: string) {
  const queryClient = createQueryClient();
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [path] }));
  return { router, queryClient };
}

/** The pages of the application that have one fixed address and need no session, such as "/login". */
export function openPaths(): string[] {
  const paths = Object.keys(routerAt('/').router.routesByPath);
  return paths.filter((path) => !path.includes('$') && !PRIVATE.test(path)).sort();
}

interface Prerendered extends Markup {
  /** The id of the route, such as "/login". */
  route: string;
}

/** Renders one of these pages as a visitor without a session would first see it. */
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
  return { ...splitHoisted(markup), route: router.state.matches.at(-1)?.routeId ?? '' };
}
