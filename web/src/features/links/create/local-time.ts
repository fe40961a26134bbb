const pad = (value: number) => String(value).padStart(2, '0');

/** An RFC 3339 time as a datetime-local input wants it, in the browser's zone; empty for none. */
export function toLocalInput(time: string | null): string {
  if (!time) return '';
  const at = new Date(time);
  const day = `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
  return `${day}T${pad(at.getHours())}:${pad(at.getMinutes())}`;
}

/** The other way round; null for none. */
export function fromLocalInput(value: string): string | null {
  return value ? new Date(value).toISOString() : null;
}
