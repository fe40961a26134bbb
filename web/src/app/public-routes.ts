import { routeTree } from './public-route-tree.gen';
import type { RouteTree } from './router';

/**
 * The routes of the public pages. It is typed as the whole tree, so that links in the pages are checked against all
 * routes; links to other routes need `reloadDocument`.
 */
export const routes = routeTree as unknown as RouteTree;
