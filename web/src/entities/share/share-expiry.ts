/** How long a page is shared, in days; `never` is until somebody ends it. */
export const EXPIRIES = [
  { value: 'never', label: 'Until I stop it' },
  { value: '1', label: 'One day' },
  { value: '7', label: 'A week' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
] as const;

export type Expiry = (typeof EXPIRIES)[number]['value'];

const DAY_MS = 86_400_000;

/** The end of a share that begins now, as the API takes it. */
export function endOf(expiry: Expiry, now: number): string | null {
  return expiry === 'never' ? null : new Date(now + Number(expiry) * DAY_MS).toISOString();
}

/** Whether a share has ended by itself. */
export function isOver(expiresAt: string | null, now: number): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= now;
}
