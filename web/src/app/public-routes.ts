import { routeTree } from './public-route-tree.gen';
import type { RouteTree } from './router';

/**
 * The public pages without the dashboard's. It is told to be the whole tree, so that links in the pages are checked
 * against all routes; those that lead out of it carry `reloadDocument`.
 */
export const routes = routeTree as unknown as RouteTree;
