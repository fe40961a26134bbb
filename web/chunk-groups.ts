import type { Plugin } from 'vite';

// A group takes the ungrouped imports of its modules, before the groups after it.
const GROUPS = [
  'vendor',
  'core',
  'common',
  'app',
  'dashboard',
  'home',
  'lists',
  'report',
  'hours',
  'panels',
  'forms',
  'site',
] as const;
type Group = (typeof GROUPS)[number];

const SITE = /^\/_marketing/;
const AUTH = /^\/(login|signup|forgot-password|reset-password)/;
const DASHBOARD = /^\/dashboard/;
const REPORT = /^\/(dashboard\/(links\/\$linkId|analytics|qr-codes\/\$codeId\/scans)|share)/;
/** The dynamically imported parts of link detail and analytics. */
const PANELS = /\/src\/features\/(links\/detail\/link|analytics\/analytics)-panels\.tsx$/;
const SHARE = /^\/share/;
const HOME = /^\/dashboard\/\$?$/;
const DOMAINS = '/dashboard/domains/';
const BIO_PAGES = '/dashboard/bio-pages/';
const WEBHOOKS = '/dashboard/settings_/webhooks/';
/** Pages without lists and reports. */
const PLAIN = /^\/dashboard\/(account|help|settings)$/;
const MOST = 0.7;
/** Characters of transformed source. */
const SMALL = 5500;
const FEW = 3;

// One package for pages that fetch and pages that do not: its index imports all of it, whatever a page uses.
const QUERY_HOOKS =
  /query(-core)?\/build\/.*\/(use[A-Z]\w+|\w+Observer|errorBoundaryUtils|suspense|QueryErrorResetBoundary|IsRestoringProvider)\.js$/;

// The same for lists that are loaded page by page.
const LIST_HOOKS = /query(-core)?\/build\/.*\/(useInfiniteQuery|infiniteQueryObserver)\.js$/;

const ENTRY = '/src/app/entry-client.tsx';
const TREES = { site: '/src/app/public-routes.ts', app: '/src/app/route-tree.gen.ts' };
const ROUTE = /\/src\/routes\/(.+)\.tsx\?tsr-split=(?:\w+---)*component(?:---\w+)*$/;

/** In the output folder: the chunks of the entry, the route trees and the routes' components, by source file. */
const ROUTE_CHUNKS = '.vite/route-chunks.json';

function isListedModule(id: string): boolean {
  return id.endsWith(ENTRY) || ROUTE.test(id) || Object.values(TREES).some((tree) => id.endsWith(tree));
}

/** The source file of a module as Vite's manifest names it: relative to the folder of the web application. */
function sourceOf(id: string): string {
  return id.slice(id.indexOf('/src/') + 1);
}

/** A route's id from its file: "dashboard/links.$linkId" gives "/dashboard/links/$linkId". */
function routeIdOf(file: string): string {
  return `/${file.replaceAll('.', '/').replace(/(^|\/)index$/, '$1')}`;
}

/** The pages of domains, of bio pages and of webhooks count as one each: no other page loads what they share. */
function screenOf(page: string): string {
  return [DOMAINS, BIO_PAGES, WEBHOOKS].find((section) => page.startsWith(section)) ?? page;
}

/**
 * Groups modules by the pages that import them statically, so that a page loads few chunks and little that it does not
 * run. Modules of one page alone, and those that are only imported dynamically, keep the bundler's own chunks.
 *
 * - `vendor`, `core`: every page; the entry is in `core`
 * - `common`: some public pages and some of the app
 * - `app`: most of the dashboard, and sign-in
 * - `dashboard`: most of the dashboard, and what its home page shares with others; also the style sheets of all its pages
 *   but the home page
 * - `home`: the pages that show the home screen
 * - `report`: link detail, analytics, the scans of a code, and shared reports
 * - `lists`: several other pages of the dashboard, or several of the domain pages
 * - `panels`: the panels below the charts of link detail and analytics
 * - `hours`: shared reports, and these panels
 * - `forms`: sign-in and account
 * - `site`: public pages
 */
export function chunkGroups(): { plugin: Plugin; groups: { name: string; test: (id: string) => boolean }[] } {
  const groups = new Map<string, Group>();
  const plugin: Plugin = {
    name: 'linnet:chunk-groups',
    buildEnd() {
      const ids = [...this.getModuleIds()];
      const dynamic = new Set(ids.flatMap((id) => this.getModuleInfo(id)?.dynamicallyImportedIds ?? []));
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
      const screens = [...new Set(pages.map(screenOf))];
      const needs = new Map<string, Set<string>>();
      for (const page of pages) {
        const around = layouts.filter((id) => page.startsWith(`${id}/`)).map((id) => routes.get(id) ?? '');
        const tree = ending(page.startsWith('/_marketing') ? TREES.site : TREES.app);
        for (const id of closure([...ending(ENTRY), ...tree, ...around, routes.get(page) ?? ''])) {
          const users = needs.get(id) ?? new Set();
          needs.set(id, users.add(screenOf(page)));
        }
      }
      const domainPages = pages
        .filter((page) => page.startsWith(DOMAINS))
        .map((page) => closure([routes.get(page) ?? '']));
      const onDomainPages = new Set(
        [...needs].flatMap(([id, users]) =>
          users.size === 1 && users.has(DOMAINS) && domainPages.filter((page) => page.has(id)).length > 1 ? [id] : [],
        ),
      );
      groups.clear();
      for (const [id, users] of needs) {
        if (id.endsWith('/index.html')) continue;
        const group = choose(id, [...users], screens) ?? (onDomainPages.has(id) ? groupOfDomains(id) : null);
        if (group) groups.set(id, group);
      }
      const [first = new Set<string>(), ...others] = ids.filter((id) => PANELS.test(id)).map((id) => closure([id]));
      for (const id of first) {
        if (groups.has(id) || !others.every((reached) => reached.has(id))) continue;
        if (needs.has(id)) groups.set(id, id.endsWith('.css') ? 'dashboard' : 'hours');
        else groups.set(id, 'panels');
      }
      const lazy = [...dynamic].filter((id) => !ROUTE.test(id)).map((id) => closure([id]));
      // The bundler puts the ungrouped imports of a grouped module into its group.
      const cost = (id: string) =>
        [...closure([id])]
          .filter((imported) => !groups.has(imported))
          .reduce((sum, imported) => sum + (this.getModuleInfo(imported)?.code?.length ?? 0), 0);
      for (const [id, users] of needs) {
        if (groups.has(id) || !lazy.some((reached) => reached.has(id))) continue;
        const group = groupOfSmall(id, [...users]);
        if (group && cost(id) < SMALL) groups.set(id, group);
      }
    },
    generateBundle(_options, bundle) {
      // Vite's manifest names no module that a group took in.
      const chunkOf = Object.values(bundle)
        .filter((file) => file.type === 'chunk')
        .flatMap(({ fileName, moduleIds }) => moduleIds.filter(isListedModule).map((id) => [sourceOf(id), fileName]));
      this.emitFile({
        type: 'asset',
        fileName: ROUTE_CHUNKS,
        source: JSON.stringify(Object.fromEntries(chunkOf)),
      });
    },
  };
  return { plugin, groups: GROUPS.map((name) => ({ name, test: (id) => groups.get(id) === name })) };
}

const LOADED_EVERYWHERE = /^assets\/(rolldown-runtime|vendor|core)-[^.]+\.js$/;
const LOADED_BY_DASHBOARD = /^assets\/(common|app|dashboard)-[^.]+\.js$/;
const ROUTE_DEFINITIONS = /^assets\/(core|app|route-tree|site|public-routes)\b/;

/**
 * Removes from a chunk's preload list the scripts that are loaded before it: the list costs each chunk its hashed file
 * names, which do not compress.
 */
export function preloadList(_file: string, deps: string[], host: { hostId: string; hostType: string }): string[] {
  if (host.hostType === 'html') return deps;
  return deps.filter(
    (dep) => !LOADED_EVERYWHERE.test(dep) && (ROUTE_DEFINITIONS.test(host.hostId) || !LOADED_BY_DASHBOARD.test(dep)),
  );
}

/** The part of the pages of one kind that are among the users, from 0 to 1. */
function share(users: readonly string[], pages: readonly string[], kind: RegExp): number {
  const all = pages.filter((page) => kind.test(page));
  return users.filter((page) => kind.test(page)).length / all.length;
}

function choose(id: string, users: readonly string[], pages: readonly string[]): Group | null {
  if (LIST_HOOKS.test(id)) return 'lists';
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
  if (dashboard > MOST) return 'dashboard';
  if (auth >= 0.5) return users.some((page) => SHARE.test(page)) ? 'app' : 'forms';
  if (users.every((page) => HOME.test(page))) return 'home';
  if (id.endsWith('.css') && dashboard > 0) return 'dashboard';
  if (dashboard === 0 || users.length === 1) return null;
  if (users.some((page) => PLAIN.test(page))) return 'dashboard';
  if (users.every((page) => REPORT.test(page))) return 'report';
  return users.some((page) => REPORT.test(page) || HOME.test(page)) ? 'dashboard' : 'lists';
}

/** The group of a module that only domain pages use: the dashboard has one style sheet. */
function groupOfDomains(id: string): Group {
  return id.endsWith('.css') ? 'dashboard' : 'lists';
}

/** The group of a small module that one page and several dynamic imports use. */
function groupOfSmall(id: string, users: readonly string[]): Group | null {
  if (!users.every((page) => DASHBOARD.test(page) || SHARE.test(page))) return null;
  if (users.every((page) => page === BIO_PAGES || page === WEBHOOKS)) return null;
  if (id.endsWith('.css') || users.some((page) => PLAIN.test(page))) return 'dashboard';
  if (users.every((page) => REPORT.test(page))) return 'report';
  return users.some((page) => HOME.test(page)) ? 'dashboard' : 'lists';
}
