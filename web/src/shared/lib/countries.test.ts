import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadCountries } from './countries';

describe('the countries', () => {
  it('AC-102, AC-104: are about 240, each with a name, a code, a flag and a prefix of one to three digits', async () => {
    const countries = await loadCountries();
    expect(countries.length).toBeGreaterThan(235);
    expect(new Set(countries.map(({ code }) => code)).size).toBe(countries.length);
    for (const { code, name, prefix } of countries) {
      expect(prefix, code).toMatch(/^\+\d{1,3}$/);
      expect(name.length, code).toBeGreaterThan(1);
      expect(existsSync(`node_modules/country-flag-icons/3x2/${code}.svg`), code).toBe(true);
    }
  });

  it('AC-104: has the correct prefixes of special regions', async () => {
    const prefix = new Map((await loadCountries()).map((country) => [country.code, country.prefix]));
    expect(['AG', 'DO', 'BQ', 'CW', 'SJ'].map((code) => prefix.get(code))).toEqual(['+1', '+1', '+599', '+599', '+47']);
  });
});
