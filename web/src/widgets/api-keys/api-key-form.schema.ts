import * as z from 'zod/mini';
import type { ApiKey, ApiKeyDraft } from '@/entities/api-key/api-key.queries';
import { SHORTENERS } from '@/shared/data/shorteners';
import { t } from '@/shared/i18n/t';
import { addDays, dayOf, startOfDay } from '@/shared/lib/zoned';

/** The lifetimes of a key, in days; `date` is a date of its own. */
export const LIFETIMES = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'date', label: 'After a date' },
  { value: 'never', label: 'Never' },
] as const;

/** Which drop-in APIs a key may use; the value of a single one is its name. `several` is what only the API can set. */
export function compatChoices(several: boolean) {
  return [
    ...(several ? [{ value: SEVERAL, label: t('Clients that were set by the API') }] : []),
    { value: 'all', label: t('Clients of all shorteners') },
    { value: 'none', label: t('Only clients of Linnet') },
    ...SHORTENERS.map(({ value, name }) => ({ value, label: t('Clients of Linnet and {name}', { name }) })),
  ];
}

/** The value for several drop-in APIs, which only the API can set. */
export const SEVERAL = 'several';

export const schema = z
  .object({
    name: z.string().check(z.trim(), z.minLength(1, { error: 'Enter a name for the key.' })),
    scopes: z.array(z.string()).check(z.minLength(1, { error: 'Allow at least one resource.' })),
    expires: z.enum(LIFETIMES.map(({ value }) => value)),
    /** The last day of the key in the workspace's zone, as YYYY-MM-DD. */
    expiresAt: z.string(),
    networks: z.array(z.string()),
    compat: z.string(),
    yourlsSignature: z.boolean(),
    yourlsUnique: z.boolean(),
  })
  .check(
    z.refine(({ expires, expiresAt }) => expires !== 'date' || expiresAt !== '', {
      path: ['expiresAt'],
      error: 'Enter a date.',
    }),
  );

export type ApiKeyValues = z.infer<typeof schema>;

const NEW_KEY: ApiKeyValues = {
  name: '',
  scopes: ['links:write'],
  expires: '90',
  expiresAt: '',
  networks: [],
  compat: 'all',
  yourlsSignature: false,
  yourlsUnique: true,
};

/** What the form for a new key has filled in. */
export type ApiKeyPreset = Partial<ApiKeyValues>;

/** The values of the form for a key, or for a new one. */
export function valuesOf(key: ApiKey | undefined, zone: string, preset?: ApiKeyPreset): ApiKeyValues {
  if (!key) return { ...NEW_KEY, ...preset };
  const { name, scopes, expiresAt, networks, compat, yourlsSignature, yourlsUnique } = key;
  // The key expires at the end of its last day.
  const day = expiresAt ? dayOf(Date.parse(expiresAt) - 1, zone) : '';
  const expires = expiresAt ? 'date' : 'never';
  return { name, scopes, expires, expiresAt: day, networks, compat: choiceOf(compat), yourlsSignature, yourlsUnique };
}

function choiceOf(compat: ApiKey['compat']): string {
  if (!compat) return 'all';
  if (compat.length > 1) return SEVERAL;
  return compat[0] ?? 'none';
}

function compatOf(choice: string, key: ApiKey | undefined): ApiKey['compat'] {
  if (choice === SEVERAL) return key?.compat ?? null;
  if (choice === 'all') return null;
  return choice === 'none' ? [] : [choice];
}

/** Whether a choice lets clients of YOURLS use the key, which have settings of their own. */
export const allowsYourls = (choice: string) => ['all', 'yourls', SEVERAL].includes(choice);

/** The request of the values. An expiry that was not changed is sent as it was. */
export function draftOf(values: ApiKeyValues, key: ApiKey | undefined, zone: string, now: number): ApiKeyDraft {
  const { name, scopes, networks, yourlsUnique } = values;
  const unchanged = key && values.expires === 'date' && values.expiresAt === valuesOf(key, zone).expiresAt;
  const compat = compatOf(values.compat, key);
  const yourlsSignature = values.yourlsSignature && allowsYourls(values.compat);
  return {
    name,
    scopes,
    networks,
    compat,
    yourlsSignature,
    yourlsUnique,
    expiresAt: unchanged ? key.expiresAt : expiryOf(values, zone, now),
  };
}

function expiryOf({ expires, expiresAt }: ApiKeyValues, zone: string, now: number): string | null {
  if (expires === 'never') return null;
  const lastDay = expires === 'date' ? expiresAt : addDays(dayOf(now, zone), Number(expires));
  return new Date(startOfDay(addDays(lastDay, 1), zone)).toISOString();
}
