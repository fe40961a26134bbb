import { momentOf, wallTime } from './zoned';

const pad = (value: number) => String(value).padStart(2, '0');

/** Converts an RFC 3339 time to a datetime-local value in an IANA zone; empty for null. */
export function toLocalInput(time: string | null, zone: string): string {
  if (!time) return '';
  const { year, month, day, hour, minute } = wallTime(Date.parse(time), zone);
  return `${year}-${pad(month)}-${pad(day)}T${pad(hour)}:${pad(minute)}`;
}

/** Converts a datetime-local value in an IANA zone to RFC 3339, the earlier time if ambiguous; null when empty. */
export function fromLocalInput(value: string, zone: string): string | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = value.split(/[-T:]/).map(Number);
  if (!value || Number.isNaN(Date.parse(value))) return null;
  return new Date(momentOf({ year, month, day, hour, minute }, zone)).toISOString();
}
