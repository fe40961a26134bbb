import type { Visit } from '@/entities/link/simulate';
import { t } from '@/shared/i18n/t';
import { displayNames } from '@/shared/lib/intl';
import { fromLocalInput } from '@/shared/lib/local-time';

/** Common devices and bots, each with its user agent. */
export const DEVICES = [
  {
    value: 'windows',
    label: t('Windows computer'),
    agent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  },
  {
    value: 'mac',
    label: 'Mac',
    agent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
  },
  {
    value: 'iphone',
    label: 'iPhone',
    agent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  },
  {
    value: 'android',
    label: t('Android phone'),
    agent:
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  },
  {
    value: 'ipad',
    label: 'iPad',
    agent:
      'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  },
  {
    value: 'crawler',
    label: t('Search engine'),
    agent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  },
  {
    value: 'card',
    label: t('Social network preview'),
    agent: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  },
] as const;

const names = displayNames('language');
const NO_LANGUAGE = 'none';
export const LANGUAGES = [
  ...[
    'en',
    'de',
    'es',
    'fr',
    'it',
    'nl',
    'pl',
    'pt',
    'pt-BR',
    'sv',
    'da',
    'cs',
    'tr',
    'uk',
    'ru',
    'ar',
    'hi',
    'ja',
    'ko',
    'zh',
  ]
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label)),
  { value: NO_LANGUAGE, label: t('Not sent') },
];

/** The simulated visitor. Empty strings mean unknown. */
export interface VisitDetails {
  device: (typeof DEVICES)[number]['value'];
  /** ISO 3166-1. */
  country: string;
  /** BCP 47 language tag. */
  language: string;
  /** ISO 3166-2. */
  region: string;
  city: string;
  referrer: string;
  query: string;
  ip: string;
  /** A datetime-local value. */
  at: string;
  /** Overrides the device's user agent. */
  userAgent: string;
}

export const DEFAULT_VISIT: VisitDetails = {
  device: 'windows',
  country: '',
  language: 'en',
  region: '',
  city: '',
  referrer: '',
  query: '',
  ip: '',
  at: '',
  userAgent: '',
};

/** Converts the visitor to the API's format. `at` is a wall time in `zone`. */
export function toVisit(details: VisitDetails, zone: string): Visit {
  const { agent } = DEVICES.find(({ value }) => value === details.device) ?? DEVICES[0];
  const orUndefined = (text: string) => text.trim() || undefined;
  return {
    userAgent: orUndefined(details.userAgent) ?? agent,
    acceptLanguage: details.language === NO_LANGUAGE ? '' : details.language,
    country: orUndefined(details.country),
    region: orUndefined(details.region),
    city: orUndefined(details.city),
    ip: orUndefined(details.ip),
    query: orUndefined(details.query)?.replace(/^\?/, ''),
    referrer: orUndefined(details.referrer),
    at: fromLocalInput(details.at, zone) ?? undefined,
  };
}
