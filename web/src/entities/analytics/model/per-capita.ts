import { PEOPLE } from '@/shared/data/population';
import { numberFormat } from '@/shared/i18n/message';
import { t } from '@/shared/i18n/t';
import { formatCount } from '@/shared/lib/format';

/** How many of something there are for each million people of a country; undefined where its people are not counted. */
export function perMillion(count: number, code: string): number | undefined {
  const people = PEOPLE[code];
  return people ? (count / people) * 1_000_000 : undefined;
}

/** "14.4", "1,204": a rate per million people; "–" where the number of people is not known. */
export function formatRate(rate: number | undefined): string {
  if (rate === undefined) return '–';
  return rate < 100 ? numberFormat({ maximumSignificantDigits: 3 }).format(rate) : formatCount(Math.round(rate));
}

/** "14.4 per million people"; says so where the number of people is not known. */
export function formatPerMillion(rate: number | undefined): string {
  if (rate === undefined) return t('population unknown');
  return t('{rate} per million people', { rate: formatRate(rate) });
}
