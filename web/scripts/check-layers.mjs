// Who may import whom: shared → entities → features → routes → app, each only from what stands to its left,
// and never one feature from another. Exits with 1 and names every fault.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const LAYERS = ['shared', 'entities', 'features', 'routes', 'app'];
const src = fileURLToPath(new URL('../src/', import.meta.url));
const IMPORT = /(?:from\s*|import\s*\(\s*|import\s+)['"]([^'"]+)['"]/g;

/** The layer and the slice (second folder) of a path below src. */
export function place(path) {
  const [layer, slice] = path.split('/');
  return { layer, slice, rank: LAYERS.indexOf(layer) };
}

/** The path below src that a specifier leads to, null for packages. */
export function resolve(specifier, importer) {
  if (specifier.startsWith('@/')) return specifier.slice(2);
  if (specifier.startsWith('.')) return posix.join(dirname(importer), specifier);
  return null;
}

/** Why `importer` may not import `target`, null when it may. */
export function fault(importer, target) {
  const from = place(importer);
  const to = place(target);
  if (to.layer === 'test')
    return from.layer === 'test' || /\.test\.tsx?$/.test(importer) ? null : 'test code in the app';
  if (from.rank < 0 || to.rank < 0) return null;
  if (to.rank > from.rank) return `${from.layer} may not import ${to.layer}`;
  const sameLayer = from.layer === to.layer && from.slice !== to.slice;
  return sameLayer && from.layer === 'features' ? 'one feature may not import another' : null;
}

function main() {
  const faults = [];
  for (const entry of readdirSync(src, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue;
    const file = relative(src, `${entry.parentPath}/${entry.name}`);
    for (const [, specifier] of readFileSync(src + file, 'utf8').matchAll(IMPORT)) {
      const target = resolve(specifier, file);
      const why = target && fault(file, target);
      if (why) faults.push(`src/${file}: ${specifier} (${why})`);
    }
  }
  if (faults.length === 0) return;
  console.error(faults.join('\n'));
  process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
