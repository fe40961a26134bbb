// Copies the flags of the country list next to the app: emoji flags do not exist on every system.
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const target = at('../public/assets/flags/');
mkdirSync(target, { recursive: true });

const table = readFileSync(at('../src/shared/data/countries.ts'), 'utf8');
for (const [, code] of table.matchAll(/\['([A-Z]{2})',/g)) {
  const source = at(`../node_modules/country-flag-icons/3x2/${code}.svg`);
  if (existsSync(source)) copyFileSync(source, `${target}${code.toLowerCase()}.svg`);
  else throw new Error(`No flag for ${code}`);
}
