import { PEOPLE } from '@/shared/data/population';
import { formatCount } from '@/shared/lib/format';

const small = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

/** How many of something there are for each million people of a country; undefined where its people are not counted. */
export function perMillion(count: number, code: string): number | undefined {
  const people = PEOPLE[code];
  return people ? (count / people) * 1_000_000 : undefined;
}

/** "14.4", "1,204": a rate per million people; "–" where the number of people is not known. */
export function formatRate(rate: number | undefined): string {
  if (rate === undefined) return '–';
  return rate < 100 ? small.format(rate) : formatCount(Math.round(rate));
}

/** "14.4 per million people"; says so where the number of people is not known. */
export function formatPerMillion(rate: number | undefined): string {
  if (rate === undefined) return 'population unknown';
  return `${formatRate(rate)} per million people`;
}
