import { dateFormat } from './intl';

/** A calendar day, "2026-11-20". */
export type Day = string;

/** A date and time without a zone. */
export interface WallTime {
  year: number;
  /** 1 to 12. `month` and `day` out of range overflow into the next unit, as with Date. */
  month: number;
  day: number;
  hour?: number;
  minute?: number;
  second?: number;
}

const DAY_MS = 86_400_000;

const PARTS = {
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const;

const partsFormat = (zone: string) => dateFormat(PARTS, zone, 'en-US');

/** Reports whether the browser supports an IANA time zone. */
export function isZone(zone: string): boolean {
  try {
    return partsFormat(zone) !== undefined;
  } catch {
    return false;
  }
}

/** Returns the local date and time in a zone at an instant (epoch ms). */
export function wallTime(moment: number, zone: string): Required<WallTime> {
  const part = Object.fromEntries(
    partsFormat(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return { year, month, day, hour, minute, second };
}

function asUtc({ year, month, day, hour = 0, minute = 0, second = 0 }: WallTime): number {
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** Returns a zone's offset from UTC at an instant, in ms. */
function offsetAt(moment: number, zone: string): number {
  const whole = Math.floor(moment / 1000) * 1000;
  return asUtc(wallTime(whole, zone)) - whole;
}

/**
 * Returns the first instant (epoch ms) at which a zone's local time is `time`. A local time skipped by a transition is
 * interpreted with the offset before it.
 */
export function momentOf(time: WallTime, zone: string): number {
  const wanted = asUtc(time);
  const before = offsetAt(wanted - DAY_MS, zone);
  const after = offsetAt(wanted + DAY_MS, zone);
  const shown = [wanted - before, wanted - after].filter((moment) => moment + offsetAt(moment, zone) === wanted);
  return shown.length > 0 ? Math.min(...shown) : wanted - before;
}

/** Returns the first instant of a day, which is not midnight where a transition skips midnight. */
export function startOfDay(day: Day, zone: string): number {
  return momentOf(partsOf(day), zone);
}

/** Returns the calendar day in a zone at an instant. */
export function dayOf(moment: number, zone: string): Day {
  return dayFrom(wallTime(moment, zone));
}

/** Builds a day from its parts; a month 13 or a day 0 overflows. */
export function dayFrom(time: Pick<WallTime, 'year' | 'month' | 'day'>): Day {
  const { year, month, day } = time;
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

/** Splits a day into its parts. */
export function partsOf(day: Day): { year: number; month: number; day: number } {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  return { year, month, day: date };
}

/** Reports whether the text is a valid calendar day between 1990 and 2199. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && text >= '1990' && text < '2200' && dayFrom(partsOf(text)) === text;
}

/** Returns the day `count` days later. */
export function addDays(day: Day, count: number): Day {
  const parts = partsOf(day);
  return dayFrom({ ...parts, day: parts.day + count });
}

/** Returns the same day `count` months later, clamped to that month's last day. */
export function addMonths(day: Day, count: number): Day {
  const { year, month, day: date } = partsOf(day);
  const last = partsOf(dayFrom({ year, month: month + count + 1, day: 0 })).day;
  return dayFrom({ year, month: month + count, day: Math.min(date, last) });
}

/** Returns the number of days from `from` to `to`. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}
