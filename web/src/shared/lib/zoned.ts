/** A day of the calendar, as people write it down: "2026-11-20". */
export type Day = string;

/** Day and time of the clock on the wall. */
export interface WallTime {
  year: number;
  /** 1 to 12; with `month` and `day` out of their range the calendar carries on, as Date does. */
  month: number;
  day: number;
  hour?: number;
  minute?: number;
  second?: number;
}

const DAY_MS = 86_400_000;

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  let clock = clocks.get(zone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    clocks.set(zone, clock);
  }
  return clock;
}

/** Whether the browser knows a time zone by this name. */
export function isZone(zone: string): boolean {
  try {
    return clockOf(zone) !== undefined;
  } catch {
    return false;
  }
}

/** What a clock in the zone shows at a moment. */
export function wallTime(moment: number, zone: string): Required<WallTime> {
  const part = Object.fromEntries(
    clockOf(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return { year, month, day, hour, minute, second };
}

function asUtc({ year, month, day, hour = 0, minute = 0, second = 0 }: WallTime): number {
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** How far the zone's clocks are ahead of UTC at a moment, in ms. */
function offsetAt(moment: number, zone: string): number {
  const whole = Math.floor(moment / 1000) * 1000;
  return asUtc(wallTime(whole, zone)) - whole;
}

/**
 * The moment at which a clock in the zone first shows a time. A time that the clocks jump over is taken for the moment
 * of the jump and as much later as it lies in the gap.
 */
export function momentOf(time: WallTime, zone: string): number {
  const wanted = asUtc(time);
  const before = offsetAt(wanted - DAY_MS, zone);
  const after = offsetAt(wanted + DAY_MS, zone);
  const shown = [wanted - before, wanted - after].filter((moment) => moment + offsetAt(moment, zone) === wanted);
  return shown.length > 0 ? Math.min(...shown) : wanted - before;
}

/** The first moment of a day, which is not midnight where clocks jump over it. */
export function startOfDay(day: Day, zone: string): number {
  return momentOf(partsOf(day), zone);
}

/** The day that it is in the zone. */
export function dayOf(moment: number, zone: string): Day {
  return dayFrom(wallTime(moment, zone));
}

/** "2026-11-20" of its parts; a month 13 or a day 0 carries over. */
export function dayFrom(time: Pick<WallTime, 'year' | 'month' | 'day'>): Day {
  const { year, month, day } = time;
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

/** The parts of a day. */
export function partsOf(day: Day): { year: number; month: number; day: number } {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  return { year, month, day: date };
}

/** Whether the text is a day that there is. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && text >= '1990' && text < '2200' && dayFrom(partsOf(text)) === text;
}

/** The day `count` days later. */
export function addDays(day: Day, count: number): Day {
  const parts = partsOf(day);
  return dayFrom({ ...parts, day: parts.day + count });
}

/** The same day `count` months later, or that month's last one. */
export function addMonths(day: Day, count: number): Day {
  const { year, month, day: date } = partsOf(day);
  const last = partsOf(dayFrom({ year, month: month + count + 1, day: 0 })).day;
  return dayFrom({ year, month: month + count, day: Math.min(date, last) });
}

/** How many days later `to` is than `from`. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}
