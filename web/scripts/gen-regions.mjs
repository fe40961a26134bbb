// Writes internal/core/visitor/regions.txt: the English name of every region of ISO 3166-2, from the Unicode CLDR. A
// line is a code and a name, "DE-BY Bavaria"; "US-CA" is "usca" there.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { subdivisions } = JSON.parse(
  readFileSync(require.resolve('cldr-subdivisions-full/subdivisions/en/en.json'), 'utf8'),
);

const lines = Object.entries(subdivisions.localeDisplayNames.subdivisions).map(([key, name]) => {
  const code = `${key.slice(0, 2)}-${key.slice(2)}`.toUpperCase();
  if (!/^[A-Z]{2}-[A-Z0-9]{1,3}$/.test(code)) throw new Error(`${key} is no region`);
  // A small number tells two regions of one name apart: the code does.
  return `${code} ${name.replace(/[¹²³]$/u, '')}\n`;
});
if (lines.length < 5000) throw new Error(`only ${lines.length} regions`);
writeFileSync(new URL('../../internal/core/visitor/regions.txt', import.meta.url), lines.sort().join(''));
