import { expect, it } from 'vitest';
import { type Filtered, wordsOf } from './dimensions';

it.each<[Filtered, string, string]>([
  ['country', 'DE', 'Germany'],
  ['country', 'EU', 'European Union'],
  ['region', 'DE-BY', 'Germany · BY'],
  ['region', 'GB-ENG', 'United Kingdom · ENG'],
  ['region', '', 'Unknown'],
  ['region', 'nowhere', 'nowhere'],
  ['language', 'de-AT', 'Austrian German'],
  ['weekday', '2', 'Tuesdays'],
  ['hour', '9', '09:00–10:00'],
  ['hour', '23', '23:00–24:00'],
  ['url', 'https://example.com/', 'example.com'],
])('%s %s is %s', (dimension, key, words) => expect(wordsOf(dimension, key)).toBe(words));
