/** The viewer's IANA time zone: days on the dashboard are the viewer's days. */
export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

const WEEKDAY: Record<string, number> = { Mon: 1, Tue: 2, Wed: 3, Thu: 4, Fri: 5, Sat: 6, Sun: 7 };

/** The hour of the week in which a moment lies, in an IANA zone. Monday is 1. */
export function zonedHour(time: string, timeZone = browserTimeZone()): { weekday: number; hour: number } {
  const parts = new Intl.DateTimeFormat('en-US', { weekday: 'short', hour: '2-digit', hourCycle: 'h23', timeZone });
  const part = Object.fromEntries(parts.formatToParts(new Date(time)).map(({ type, value }) => [type, value]));
  return { weekday: WEEKDAY[part.weekday ?? ''] ?? 1, hour: Number(part.hour) };
}
