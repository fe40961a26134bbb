import type { Plugin } from 'vite';

const GROUPS = ['vendor', 'core', 'common', 'app', 'kit', 'dashboard', 'report', 'forms', 'links', 'site'] as const;
type Group = (typeof GROUPS)[number];

const SITE = /^\/_marketing/;
const AUTH = /^\/(login|signup|forgot-password|reset-password)/;
const DASHBOARD = /^\/dashboard/;
const REPORT = /^\/(dashboard\/(links\/\$linkId|analytics|)$|share)/;
const LINKS = /^\/dashboard\/(links|qr-codes|$)/;
const SHARE = /^\/share/;
const MOST = 0.7;
const FEW = 3;

// One package for pages that fetch and pages that do not: its index imports all of it, whatever a page uses.
const QUERY_HOOKS =
  /query(-core)?\/build\/.*\/(use[A-Z]\w+|\w+Observer|errorBoundaryUtils|suspense|QueryErrorResetBoundary|IsRestoringProvider)\.js$/;

const ENTRY = '/src/app/entry-client.tsx';
const TREES = { site: '/src/app/public-routes.ts', app: '/src/app/route-tree.gen.ts' };
const ROUTE = /\/src\/routes\/(.+)\.tsx\?tsr-split=component$/;

/** A route's id from its file: "dashboard/links.$linkId" gives "/dashboard/links/$linkId". */
function routeIdOf(file: string): string {
  return `/${file.replaceAll('.', '/').replace(/(^|\/)index$/, '$1')}`;
}

/**
 * Groups modules by the pages that import them statically, so that a page loads few chunks and little that it does not
 * run. Modules of one page alone, and those that are only imported dynamically, keep the bundler's own chunks.
 *
 * - `vendor`, `core`: every page
 * - `common`: some public pages and some of the app
 * - `app`: most of the dashboard, and sign-in
 * - `kit`: most of the dashboard, and shared reports
 * - `dashboard`, `report`, `forms`, `links`, `site`: pages of one kind
 */
export function chunkGroups(): { plugin: Plugin; groups: { name: string; test: (id: string) => boolean }[] } {
  const groups = new Map<string, Group>();
  const plugin: Plugin = {
    name: 'linnet:chunk-groups',
    buildEnd() {
      const ids = [...this.getModuleIds()];
      const closure = (roots: readonly string[]) => {
        const seen = new Set<string>();
        const stack = [...roots];
        for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
          if (seen.has(id)) continue;
          seen.add(id);
          stack.push(...(this.getModuleInfo(id)?.importedIds ?? []));
        }
        return seen;
      };
      const ending = (end: string) => ids.filter((id) => id.endsWith(end));
      const routes = new Map(ids.flatMap((id) => (ROUTE.test(id) ? [[routeIdOf(ROUTE.exec(id)?.[1] ?? ''), id]] : [])));
      const layouts = [...routes.keys()].filter((id) => [...routes.keys()].some((other) => other.startsWith(`${id}/`)));
      const pages = [...routes.keys()].filter((id) => !layouts.includes(id) || !routes.has(`${id}/`));
      const needs = new Map<string, Set<string>>();
      for (const page of pages) {
        const around = layouts.filter((id) => page.startsWith(`${id}/`)).map((id) => routes.get(id) ?? '');
        const tree = ending(page.startsWith('/_marketing') ? TREES.site : TREES.app);
        for (const id of closure([...ending(ENTRY), ...tree, ...around, routes.get(page) ?? ''])) {
          const users = needs.get(id) ?? new Set();
          needs.set(id, users.add(page));
        }
      }
      groups.clear();
      for (const [id, users] of needs) {
        // The page's script tag names the entry's own chunk.
        if (id.endsWith(ENTRY) || id.endsWith('/index.html')) continue;
        const group = choose(id, [...users], pages);
        if (group) groups.set(id, group);
      }
    },
  };
  return { plugin, groups: GROUPS.map((name) => ({ name, test: (id) => groups.get(id) === name })) };
}

/** The part of the pages of one kind that are among the users, from 0 to 1. */
function share(users: readonly string[], pages: readonly string[], kind: RegExp): number {
  const all = pages.filter((page) => kind.test(page));
  return users.filter((page) => kind.test(page)).length / all.length;
}

function choose(id: string, users: readonly string[], pages: readonly string[]): Group | null {
  if (QUERY_HOOKS.test(id)) return 'common';
  if (users.length === pages.length) return id.includes('/node_modules/') ? 'vendor' : 'core';
  const [site, auth, dashboard] = [
    share(users, pages, SITE),
    share(users, pages, AUTH),
    share(users, pages, DASHBOARD),
  ];
  if (site === 1 && auth + dashboard > 0) return 'core';
  if (site > 0 && auth + dashboard > 0) return users.length > FEW ? 'common' : null;
  if (site > 0) return site === 1 ? 'site' : null;
  if (dashboard > MOST && auth > 0) return 'app';
  if (dashboard > MOST) return users.some((page) => SHARE.test(page)) ? 'kit' : 'dashboard';
  if (share(users, pages, REPORT) >= 0.5) return 'report';
  if (auth >= 0.5) return users.some((page) => SHARE.test(page)) ? 'app' : 'forms';
  return users.length > 1 && users.every((page) => LINKS.test(page)) ? 'links' : null;
}
