/** The lifetimes of a shared page, in days. */
export const EXPIRIES = [
  { value: 'never', label: 'Never' },
  { value: '1', label: 'In 1 day' },
  { value: '7', label: 'In 7 days' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
] as const;

export type Expiry = (typeof EXPIRIES)[number]['value'];

const DAY_MS = 86_400_000;

/** The API's `expiresAt` of a page that is created now. */
export function expiryTime(expiry: Expiry, now: number): string | null {
  return expiry === 'never' ? null : new Date(now + Number(expiry) * DAY_MS).toISOString();
}

/** Whether a page has expired. */
export function isExpired(expiresAt: string | null, now: number): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= now;
}
