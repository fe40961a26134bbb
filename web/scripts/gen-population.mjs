// Writes src/shared/data/population.ts: how many people live in each country, from the Unicode CLDR.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { supplemental } = JSON.parse(readFileSync(require.resolve('cldr-core/supplemental/territoryInfo.json'), 'utf8'));

const rows = Object.entries(supplemental.territoryInfo)
  .map(([code, { _population }]) => [code, Number(_population)])
  .filter(([code, people]) => /^[A-Z]{2}$/.test(code) && people > 0)
  .sort(([a], [b]) => a.localeCompare(b));

const world = rows.reduce((sum, [, people]) => sum + people, 0);
if (rows.length < 230 || world < 7.8e9 || world > 9e9) throw new Error(`${rows.length} countries with ${world} people`);

writeFileSync(
  new URL('../src/shared/data/population.ts', import.meta.url),
  [
    `// Made by \`npm run gen:world\` from the Unicode CLDR ${supplemental.version._cldrVersion}, © Unicode, Inc., Unicode License V3.`,
    '/** The population of countries by code. Countries without a known population are absent. */',
    'export const PEOPLE: Readonly<Record<string, number>> = {',
    ...rows.map(([code, people]) => `  ${code}: ${people},`),
    '};',
    '',
  ].join('\n'),
);
