// Writes src/shared/data/countries.ts: code, English name and calling code of every region that has one.
// The calling codes are those of libphonenumber, so every prefix is "+" and one to three digits.
import { writeFileSync } from 'node:fs';
import { getCountries, getCountryCallingCode } from 'libphonenumber-js';

const names = new Intl.DisplayNames(['en'], { type: 'region' });
const rows = getCountries()
  .map((code) => [code, names.of(code), getCountryCallingCode(code)])
  .sort((a, b) => a[1].localeCompare(b[1], 'en'));

for (const [code, name, prefix] of rows) {
  if (!/^\d{1,3}$/.test(prefix)) throw new Error(`${code} has the prefix +${prefix}`);
  if (name === code) throw new Error(`${code} has no name`);
}

const body = rows.map(([code, name, prefix]) => `['${code}',${JSON.stringify(name)},'${prefix}']`).join(',\n');
writeFileSync(
  new URL('../src/shared/data/countries.ts', import.meta.url),
  `// Made by \`npm run gen:countries\`. Rows: ISO 3166-1 code, English name, calling code without "+".\nexport const COUNTRY_ROWS: readonly (readonly [code: string, name: string, prefix: string])[] = [\n${body},\n];\n`,
);
