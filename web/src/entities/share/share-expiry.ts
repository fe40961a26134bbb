import { t } from '@/shared/i18n/t';
/** The lifetimes of a shared page, in days. */
export const EXPIRIES = [
  { value: 'never', label: t('Never') },
  { value: '1', label: t('In 1 day') },
  { value: '7', label: t('In 7 days') },
  { value: '30', label: t('In 30 days') },
  { value: '90', label: t('In 90 days') },
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
