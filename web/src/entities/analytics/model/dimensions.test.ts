import { expect, it } from 'vitest';
import { type FilterDimension, valueLabel } from './dimensions';

it.each<[FilterDimension, key: string, words: string, label?: string]>([
  ['country', 'DE', 'Germany'],
  ['country', 'EU', 'European Union'],
  ['region', 'DE-BY', 'Bavaria, Germany', 'Bavaria'],
  ['region', 'GB-ENG', 'ENG, United Kingdom'],
  ['region', '', 'Unknown'],
  ['region', 'nowhere', 'nowhere'],
  ['language', 'de-AT', 'Austrian German'],
  ['weekday', '2', 'Tuesdays'],
  ['hour', '9', '09:00–10:00'],
  ['hour', '23', '23:00–24:00'],
  ['url', 'https://example.com/', 'example.com'],
])('%s %s is %s', (dimension, key, words, label) => expect(valueLabel(dimension, key, label)).toBe(words));
