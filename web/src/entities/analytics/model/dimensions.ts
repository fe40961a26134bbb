import { hourWords, weekdayWords } from '@/shared/charts/heat-totals';
import { t } from '@/shared/i18n/t';
import { displayNames } from '@/shared/lib/intl';

/** The dimensions of clicks, by their API names. */
export const DIMENSIONS = {
  link: { one: t('Link'), many: t('Links'), none: t('No link'), filter: 'linkId' },
  tag: { one: t('Tag'), many: t('Tags'), none: t('No tag'), filter: 'tag' },
  folder: { one: t('Folder'), many: t('Folders'), none: t('No folder'), filter: 'folder' },
  domain: { one: t('Domain'), many: t('Domains'), none: t('Unknown'), filter: 'domain' },
  referrer: { one: t('Referrer'), many: t('Referrers'), none: t('No referrer'), filter: 'referrer' },
  referrerUrl: { one: t('Referrer URL'), many: t('Referrer URLs'), none: t('No referrer'), filter: 'referrerUrl' },
  utmSource: { one: t('UTM source'), many: t('UTM sources'), none: t('None'), filter: 'utmSource' },
  utmMedium: { one: t('UTM medium'), many: t('UTM mediums'), none: t('None'), filter: 'utmMedium' },
  utmCampaign: { one: t('UTM campaign'), many: t('UTM campaigns'), none: t('None'), filter: 'utmCampaign' },
  utmTerm: { one: t('UTM term'), many: t('UTM terms'), none: t('None'), filter: 'utmTerm' },
  utmContent: { one: t('UTM content'), many: t('UTM contents'), none: t('None'), filter: 'utmContent' },
  country: { one: t('Country'), many: t('Countries'), none: t('Unknown'), filter: 'country' },
  region: { one: t('Region'), many: t('Regions'), none: t('Unknown'), filter: 'region' },
  city: { one: t('City'), many: t('Cities'), none: t('Unknown'), filter: 'city' },
  continent: { one: t('Continent'), many: t('Continents'), none: t('Unknown'), filter: 'continent' },
  language: { one: t('Language'), many: t('Languages'), none: t('Unknown'), filter: 'language' },
  device: { one: t('Device'), many: t('Devices'), none: t('Unknown'), filter: 'device' },
  browser: { one: t('Browser'), many: t('Browsers'), none: t('Unknown'), filter: 'browser' },
  os: { one: t('System'), many: t('Systems'), none: t('Unknown'), filter: 'os' },
  inAppBrowser: { one: t('In-app browser'), many: t('In apps'), none: t('Not in an app'), filter: 'inAppBrowser' },
  rule: { one: t('Rule'), many: t('Rules'), none: t('No rule'), filter: 'rule' },
  url: { one: t('Destination URL'), many: t('Destinations'), none: t('No destination'), filter: 'url' },
  variant: { one: t('Variant'), many: t('Variants'), none: t('No split'), filter: 'variant' },
  qrCode: { one: t('QR code'), many: t('QR codes'), none: t('No saved code'), filter: 'qrCode' },
  trigger: { one: t('Trigger'), many: t('Triggers'), none: t('Unknown'), filter: 'trigger' },
  outcome: { one: t('Outcome'), many: t('Outcomes'), none: t('Unknown'), filter: 'outcome' },
  botReason: { one: t('Bot reason'), many: t('Bot reasons'), none: t('Not a bot'), filter: 'botReason' },
} as const;

export type Dimension = keyof typeof DIMENSIONS;

/** Dimensions for filters only. The heatmap groups by both of them. */
const TIMES = {
  weekday: { one: t('Weekday'), none: '', filter: 'weekday' },
  hour: { one: t('Hour'), none: '', filter: 'hour' },
} as const;

/** All dimensions of filters. */
export const FILTER_DIMENSIONS = { ...DIMENSIONS, ...TIMES } as const;
export type FilterDimension = keyof typeof FILTER_DIMENSIONS;
export type FilterParam = (typeof FILTER_DIMENSIONS)[FilterDimension]['filter'];

export const DIMENSION_NAMES = Object.keys(DIMENSIONS) as Dimension[];
export const FILTER_DIMENSION_NAMES = Object.keys(FILTER_DIMENSIONS) as FilterDimension[];

export const isDimension = (name: string): name is Dimension => name in DIMENSIONS;

const countries = displayNames('region');
const languages = displayNames('language');

const CONTINENTS: Record<string, string> = {
  AF: t('Africa'),
  AN: t('Antarctica'),
  AS: t('Asia'),
  EU: t('Europe'),
  NA: t('North America'),
  OC: t('Oceania'),
  SA: t('South America'),
};
const TRIGGERS: Record<string, string> = { link: t('Link'), qr: t('QR scan'), bio: t('Bio page') };
const DEVICES: Record<string, string> = { desktop: t('Desktop'), mobile: t('Phone'), tablet: t('Tablet') };
const OUTCOMES: Record<string, string> = {
  redirect: t('Redirected'),
  fallback: t('Redirected to the fallback'),
  preview: t('Preview card'),
  password: t('Password prompt'),
  scheduled: t('Not active yet'),
  expired: t('Expired'),
  archived: t('Archived'),
  blocked: t('Blocked'),
  deleted: t('Deleted'),
  open: t('Block opened'),
  all: t('All'),
};
const REASONS: Record<string, string> = {
  agent: t('Identifies itself as a bot'),
  address: t('Address of a crawler'),
  network: t('Network of a data center'),
  head: t('HEAD request only'),
  method: t('Another method than GET'),
  prefetch: t('Prefetched by a browser'),
  preview: t('Link preview'),
  subresource: t('Loaded within a page, not opened'),
};

/** The display name of a code; the code itself when Intl rejects it. */
function displayName(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}

/** "Germany" for DE. */
export function countryName(code: string): string {
  return code === 'EU' ? t('European Union') : displayName(countries, code);
}

/** "Bavaria, Germany" for DE-BY; "BY, Germany" without a name from the server. */
function regionName(code: string, name: string): string {
  const [country, ...part] = code.split('-');
  if (!country || part.length === 0) return code;
  return `${name === code ? part.join('-') : name}, ${countryName(country)}`;
}

/** The label of a dimension's value; `label` is the server's. */
export function valueLabel(dimension: FilterDimension, key: string, label: string = key): string {
  if (key === '') return FILTER_DIMENSIONS[dimension].none;
  switch (dimension) {
    case 'country':
      return countryName(key);
    case 'region':
      return regionName(key, label);
    case 'language':
      return displayName(languages, key);
    case 'continent':
      return CONTINENTS[key] ?? key;
    case 'trigger':
      return TRIGGERS[key] ?? key;
    case 'device':
      return DEVICES[key] ?? key;
    case 'outcome':
      return OUTCOMES[key] ?? key;
    case 'botReason':
      return REASONS[key] ?? key;
    case 'weekday':
      return weekdayWords(Number(key));
    case 'hour':
      return hourWords(Number(key));
    case 'url':
    case 'variant':
    case 'referrerUrl':
      return label.replace(/^https?:\/\//, '').replace(/\/$/, '');
    default:
      return label || key;
  }
}
