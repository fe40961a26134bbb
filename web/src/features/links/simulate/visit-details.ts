import type { Visit } from '@/entities/link/simulate';
import { fromLocalInput } from '../local-time';

/** Devices and programs that visit links often, with the user agent that each sends. */
export const DEVICES = [
  {
    value: 'windows',
    label: 'Windows computer',
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
    label: 'Android phone',
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
    label: 'Search engine',
    agent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  },
  {
    value: 'card',
    label: 'Social network preview',
    agent: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  },
] as const;

const names = new Intl.DisplayNames('en', { type: 'language' });
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
  { value: NO_LANGUAGE, label: 'Not sent' },
];

/** The visitor that a link is tested as; an empty text is unknown. */
export interface VisitDetails {
  device: (typeof DEVICES)[number]['value'];
  /** ISO 3166-1. */
  country: string;
  /** A language tag. */
  language: string;
  /** ISO 3166-2. */
  region: string;
  city: string;
  referrer: string;
  query: string;
  ip: string;
  /** As a datetime-local input has it. */
  at: string;
  /** Replaces the device's. */
  userAgent: string;
}

export const FIRST_VISIT: VisitDetails = {
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

/** The visit as the API takes it; its time is that of the zone's clocks. */
export function visitOf(details: VisitDetails, zone: string): Visit {
  const { agent } = DEVICES.find(({ value }) => value === details.device) ?? DEVICES[0];
  const given = (text: string) => text.trim() || undefined;
  return {
    userAgent: given(details.userAgent) ?? agent,
    acceptLanguage: details.language === NO_LANGUAGE ? '' : details.language,
    country: given(details.country),
    region: given(details.region),
    city: given(details.city),
    ip: given(details.ip),
    query: given(details.query)?.replace(/^\?/, ''),
    referrer: given(details.referrer),
    at: fromLocalInput(details.at, zone) ?? undefined,
  };
}
