// The output folder of the build and its manifest, for the scripts that run after Vite. The first argument names
// another folder, so that a build does not change the folder of a running server.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const usual = fileURLToPath(new URL('../../internal/edge/webui/dist', import.meta.url));
export const dist = process.argv[2] ? resolve(process.argv[2]) : usual;

/** Vite's manifest of the application: for each source file the chunk it became, its imports and its CSS. */
export function readManifest() {
  return JSON.parse(readFileSync(`${dist}/.vite/manifest.json`, 'utf8'));
}
