// After a build: checks the scripts and style sheets of each page against its budget, in bytes of gzip and in number of
// requests. Chunks that the page loads later (dialogs, toasts, the palette) are not counted. Exits with 1 and lists the
// pages over budget.
import { readdirSync, readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { chunksOf, dist, ENTRY, filesOf, readManifest, routeIdOf, treeOf } from './dist.mjs';

const KB = 1000;
const SHELL = '/dashboard';

/** [path, kB of scripts in gzip, kB of style sheets in gzip, number of both]. A path below another takes the nearest. */
const BUDGETS = [
  ['/', 132, 17, 14],
  ['/features', 131, 16, 12],
  ['/pricing', 128, 16, 11],
  ['/help', 119, 16, 10],
  ['/about', 118, 16, 10],
  ['/contact', 117, 16, 10],
  ['/terms', 129, 16, 11],
  ['/privacy', 130, 16, 11],
  ['/login', 152, 16, 10],
  ['/signup', 154, 16, 11],
  ['/signup-successful', 119, 16, 10],
  ['/forgot-password', 151, 16, 10],
  ['/reset-password', 151, 16, 10],
  ['/share/$', 195, 21, 12],
  ['/invite/$', 151, 16, 10],
  ['/verify-email/$', 151, 16, 10],
  ['/dashboard', 178, 22, 10],
  ['/dashboard/$', 178, 22, 10],
  ['/dashboard/*', 193, 20, 10],
];

const HTML_BUDGET = 20;

const gzipped = new Map();
function size(file) {
  if (!gzipped.has(file)) gzipped.set(file, gzipSync(readFileSync(`${dist}/${file}`), { level: 9 }).length);
  return gzipped.get(file);
}
/** Size in brotli, which the server prefers; printed for information. */
const brotli = (files) =>
  files.reduce((total, file) => total + brotliCompressSync(readFileSync(`${dist}/${file}`)).length, 0);
const sum = (files) => files.reduce((total, file) => total + size(file), 0);

/** The budget of a path: its own, that of the longest path above it, or what holds for the rest of the dashboard. */
function budgetOf(path) {
  const plain = path.replace(/\$[a-zA-Z]+/g, '$');
  const own = BUDGETS.find(([name]) => name === plain);
  if (own) return own;
  const above = BUDGETS.filter(([name]) => name !== '/' && name !== SHELL && plain.startsWith(`${name}/`));
  return above.sort((a, b) => b[0].length - a[0].length)[0] ?? BUDGETS.find(([name]) => name === '/dashboard/*');
}

/** The ids of a route and of all routes around it: "/a/b/" gives "/a", "/a/b", "/a/b/". */
function lineage(id) {
  const parts = id.split('/').slice(1);
  return parts.map((_, index) => `/${parts.slice(0, index + 1).join('/')}`);
}

/** The address of a route: layouts that have none of their own, such as "_marketing", are left out. */
function pathOf(id) {
  return `/${id
    .split('/')
    .filter((part) => part && !part.startsWith('_'))
    .join('/')}`;
}

function routeIds(manifest) {
  const ids = new Set(
    Object.keys(manifest)
      .filter((key) => key.startsWith('src/routes/'))
      .map(routeIdOf),
  );
  // A layout has no page of its own when it has an index.
  return [...ids].filter((id) => !ids.has(`${id}/`));
}

const manifest = readManifest();
const faults = [];
const rows = routeIds(manifest)
  .map((id) => {
    const files = filesOf(manifest, [ENTRY, treeOf(id), ...chunksOf(manifest, lineage(id))]);
    return {
      path: pathOf(id),
      js: sum(files.scripts),
      css: sum(files.styles),
      br: brotli(files.scripts),
      count: files.scripts.length + files.styles.length,
    };
  })
  .sort((a, b) => a.path.localeCompare(b.path));

for (const { path, js, css, br, count } of rows) {
  const [, jsBudget, cssBudget, countBudget] = budgetOf(path);
  const line = `${path.padEnd(34)} js ${(js / KB).toFixed(1).padStart(6)} / ${jsBudget} kB   css ${(css / KB).toFixed(1).padStart(5)} / ${cssBudget} kB   br ${(br / KB).toFixed(1).padStart(5)} kB   ${String(count).padStart(2)} / ${countBudget} requests`;
  console.log(line);
  if (js > jsBudget * KB || css > cssBudget * KB || count > countBudget) faults.push(line);
}

for (const key of Object.keys(manifest)) {
  if (key.startsWith('src/app/gallery/')) faults.push(`${key}: the gallery is for development only`);
}

for (const entry of readdirSync(dist, { recursive: true })) {
  if (!entry.endsWith('.html')) continue;
  const bytes = size(entry);
  if (bytes > HTML_BUDGET * KB) faults.push(`${entry}: ${(bytes / KB).toFixed(1)} of ${HTML_BUDGET} kB`);
}

if (faults.length > 0) {
  console.error(`\nOver budget:\n${faults.join('\n')}`);
  process.exitCode = 1;
}
