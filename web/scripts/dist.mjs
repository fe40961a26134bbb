// The output folder of the build and its manifest, for the scripts that run after Vite. The first argument names
// another folder, so that a build does not change the folder of a running server.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const usual = fileURLToPath(new URL('../../internal/edge/webui/dist', import.meta.url));
export const dist = process.argv[2] ? resolve(process.argv[2]) : usual;

export const ENTRY = 'src/app/entry-client.tsx';

const readBuildFile = (name) => JSON.parse(readFileSync(`${dist}/.vite/${name}`, 'utf8'));

/**
 * Vite's manifest: for each source file the chunk it became, its imports and its CSS. The entry and routes that
 * share a chunk (chunk-groups.ts) are added to it.
 */
export function readManifest() {
  const manifest = readBuildFile('manifest.json');
  const byFile = new Map(Object.values(manifest).map((chunk) => [chunk.file, chunk]));
  for (const [source, file] of Object.entries(readBuildFile('route-chunks.json'))) {
    manifest[source] ??= byFile.get(file);
  }
  return manifest;
}

/** The id of the route in a source file: "src/routes/_marketing/index.tsx?tsr-split=component" gives "/_marketing/". */
export function routeIdOf(key) {
  const name = key.replace(/^src\/routes/, '').replace(/\.tsx(\?.*)?$/, '');
  return name.replaceAll('.', '/').replace(/\/index$/, '/');
}

const TREES = { pages: 'src/app/public-routes.ts', app: 'src/app/route-tree.gen.ts' };

/** The chunk with the routes that a page knows: the public pages know only each other (entry-client.tsx). */
export function treeOf(routeId) {
  return /^(\/_marketing|__root__)/.test(routeId) ? TREES.pages : TREES.app;
}

/** The chunks of the routes with these ids; the root route has none of its own. */
export function chunksOf(manifest, routeIds) {
  return Object.keys(manifest).filter((key) => key.startsWith('src/routes/') && routeIds.includes(routeIdOf(key)));
}

/** The scripts and style sheets that these chunks need before they run, their static imports included, in order. */
export function filesOf(manifest, keys) {
  const scripts = new Set();
  const styles = new Set();
  const visit = (key) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no chunk of ${key}.`);
    if (scripts.has(chunk.file)) return;
    scripts.add(chunk.file);
    for (const imported of chunk.imports ?? []) visit(imported);
    for (const css of chunk.css ?? []) styles.add(css);
  };
  for (const key of keys) visit(key);
  return { scripts: [...scripts], styles: [...styles] };
}
