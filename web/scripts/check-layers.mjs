// Checks the import rules of src/ and exits with 1 when one is broken, listing each violation.
//
// 1. A layer imports only from layers to its left: shared → entities → widgets → features → routes → app.
// 2. A feature never imports another feature.
// 3. An entity or a widget imports a sibling only when the pair is listed below.
// 4. Code outside tests never imports src/test.
// 5. What the public pages run (app/site/entry.ts) imports no component and no package: React renders them at build time only.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const LAYERS = ['shared', 'entities', 'widgets', 'features', 'routes', 'app'];

/** The siblings that each slice may import. A slice without an entry imports none; features never have one. */
const SIBLINGS = {
  entities: {
    'bio-page': ['analytics'],
    click: ['analytics'],
    domain: ['workspace'],
    job: ['link'],
    label: ['link'],
    link: ['domain', 'workspace'],
    'qr-code': ['link'],
  },
  widgets: {
    media: ['plans'],
    'qr-style': ['media'],
    share: ['report'],
  },
};

const src = fileURLToPath(new URL('../src/', import.meta.url));
const IMPORT = /(?:from\s*|import\s*\(\s*|import\s+)['"]([^'"]+)['"]/g;

/** The layer and the slice (second folder) of a path below src. */
export function place(path) {
  const [layer, slice] = path.split('/');
  return { layer, slice, rank: LAYERS.indexOf(layer) };
}

/** The path below src that a specifier resolves to; null for packages. */
export function resolve(specifier, importer) {
  if (specifier.startsWith('@/')) return specifier.slice(2);
  if (specifier.startsWith('.')) return posix.join(dirname(importer), specifier);
  return null;
}

/** The rule that an import breaks; null when it is allowed. */
export function violation(importer, target) {
  const from = place(importer);
  const to = place(target);
  if (to.layer === 'test')
    return from.layer === 'test' || /\.test\.tsx?$/.test(importer) ? null : 'test code in the app';
  if (from.rank < 0 || to.rank < 0) return null;
  if (to.rank > from.rank) return `${from.layer} may not import ${to.layer}`;
  if (from.layer !== to.layer || from.slice === to.slice) return null;
  if (from.layer === 'features') return 'a feature may not import another feature';
  const siblings = SIBLINGS[from.layer];
  if (!siblings || siblings[from.slice]?.includes(to.slice)) return null;
  return `${from.layer}: the pair ${from.slice} → ${to.slice} is not listed in check-layers.mjs`;
}

const SITE_ENTRY = 'app/site/entry.ts';
const TYPES = /import type [^;]*;/g;

/** The imports of the public pages' scripts that would bring in React, or any other package. */
function siteViolations() {
  const violations = [];
  const seen = new Set();
  const visit = (file) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const [, specifier] of readFileSync(src + file, 'utf8')
      .replace(TYPES, '')
      .matchAll(IMPORT)) {
      const target = resolve(specifier, file);
      if (target?.endsWith('.css')) continue;
      if (target && existsSync(`${src}${target}.ts`)) visit(`${target}.ts`);
      else violations.push(`src/${file}: ${specifier} (the public pages run without components and packages)`);
    }
  };
  visit(SITE_ENTRY);
  return violations;
}

/** The listed pairs in `used` that no import needs. */
function unusedPairs(used) {
  return Object.entries(SIBLINGS).flatMap(([layer, slices]) =>
    Object.entries(slices).flatMap(([slice, targets]) =>
      targets.map((target) => `${layer}/${slice} → ${target}`).filter((pair) => !used.has(pair)),
    ),
  );
}

function main() {
  const violations = siteViolations();
  const used = new Set();
  for (const entry of readdirSync(src, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue;
    const file = relative(src, `${entry.parentPath}/${entry.name}`);
    for (const [, specifier] of readFileSync(src + file, 'utf8').matchAll(IMPORT)) {
      const target = resolve(specifier, file);
      if (!target) continue;
      const rule = violation(file, target);
      if (rule) violations.push(`src/${file}: ${specifier} (${rule})`);
      used.add(`${file.split('/').slice(0, 2).join('/')} → ${place(target).slice}`);
    }
  }
  for (const pair of unusedPairs(used)) violations.push(`scripts/check-layers.mjs: no import uses the pair ${pair}`);
  if (violations.length === 0) return;
  console.error(violations.join('\n'));
  process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
