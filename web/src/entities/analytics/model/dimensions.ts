import { hourWords, weekdayWords } from '@/shared/charts/heat-totals';

/** The dimensions of clicks, by their API names. */
export const DIMENSIONS = {
  link: { one: 'Link', many: 'Links', none: 'No link', filter: 'linkId' },
  tag: { one: 'Tag', many: 'Tags', none: 'No tag', filter: 'tag' },
  folder: { one: 'Folder', many: 'Folders', none: 'No folder', filter: 'folder' },
  domain: { one: 'Domain', many: 'Domains', none: 'Unknown', filter: 'domain' },
  referrer: { one: 'Referrer', many: 'Referrers', none: 'No referrer', filter: 'referrer' },
  referrerUrl: { one: 'Referrer URL', many: 'Referrer URLs', none: 'No referrer', filter: 'referrerUrl' },
  utmSource: { one: 'UTM source', many: 'UTM sources', none: 'None', filter: 'utmSource' },
  utmMedium: { one: 'UTM medium', many: 'UTM mediums', none: 'None', filter: 'utmMedium' },
  utmCampaign: { one: 'UTM campaign', many: 'UTM campaigns', none: 'None', filter: 'utmCampaign' },
  utmTerm: { one: 'UTM term', many: 'UTM terms', none: 'None', filter: 'utmTerm' },
  utmContent: { one: 'UTM content', many: 'UTM contents', none: 'None', filter: 'utmContent' },
  country: { one: 'Country', many: 'Countries', none: 'Unknown', filter: 'country' },
  region: { one: 'Region', many: 'Regions', none: 'Unknown', filter: 'region' },
  city: { one: 'City', many: 'Cities', none: 'Unknown', filter: 'city' },
  continent: { one: 'Continent', many: 'Continents', none: 'Unknown', filter: 'continent' },
  language: { one: 'Language', many: 'Languages', none: 'Unknown', filter: 'language' },
  device: { one: 'Device', many: 'Devices', none: 'Unknown', filter: 'device' },
  browser: { one: 'Browser', many: 'Browsers', none: 'Unknown', filter: 'browser' },
  os: { one: 'System', many: 'Systems', none: 'Unknown', filter: 'os' },
  inAppBrowser: { one: 'In-app browser', many: 'In apps', none: 'Not in an app', filter: 'inAppBrowser' },
  rule: { one: 'Rule', many: 'Rules', none: 'No rule', filter: 'rule' },
  url: { one: 'Destination URL', many: 'Destinations', none: 'No destination', filter: 'url' },
  variant: { one: 'Variant', many: 'Variants', none: 'No split', filter: 'variant' },
  qrCode: { one: 'QR code', many: 'QR codes', none: 'No saved code', filter: 'qrCode' },
  trigger: { one: 'Trigger', many: 'Triggers', none: 'Unknown', filter: 'trigger' },
  outcome: { one: 'Outcome', many: 'Outcomes', none: 'Unknown', filter: 'outcome' },
  botReason: { one: 'Bot reason', many: 'Bot reasons', none: 'Not a bot', filter: 'botReason' },
} as const;

export type Dimension = keyof typeof DIMENSIONS;

/** Dimensions for filters only. The heatmap groups by both of them. */
const TIMES = {
  weekday: { one: 'Weekday', none: '', filter: 'weekday' },
  hour: { one: 'Hour', none: '', filter: 'hour' },
} as const;

/** All dimensions of filters. */
export const FILTER_DIMENSIONS = { ...DIMENSIONS, ...TIMES } as const;
export type FilterDimension = keyof typeof FILTER_DIMENSIONS;
export type FilterParam = (typeof FILTER_DIMENSIONS)[FilterDimension]['filter'];

export const DIMENSION_NAMES = Object.keys(DIMENSIONS) as Dimension[];
export const FILTER_DIMENSION_NAMES = Object.keys(FILTER_DIMENSIONS) as FilterDimension[];

export const isDimension = (name: string): name is Dimension => name in DIMENSIONS;

const countries = new Intl.DisplayNames('en', { type: 'region' });
const languages = new Intl.DisplayNames('en', { type: 'language' });

const CONTINENTS: Record<string, string> = {
  AF: 'Africa',
  AN: 'Antarctica',
  AS: 'Asia',
  EU: 'Europe',
  NA: 'North America',
  OC: 'Oceania',
  SA: 'South America',
};
const TRIGGERS: Record<string, string> = { link: 'Link', qr: 'QR scan', bio: 'Bio page' };
const DEVICES: Record<string, string> = { desktop: 'Desktop', mobile: 'Phone', tablet: 'Tablet' };
const OUTCOMES: Record<string, string> = {
  redirect: 'Redirected',
  fallback: 'Redirected to the fallback',
  preview: 'Preview card',
  password: 'Password prompt',
  scheduled: 'Not active yet',
  expired: 'Expired',
  archived: 'Archived',
  blocked: 'Blocked',
  deleted: 'Deleted',
  open: 'Block opened',
  all: 'All',
};
const REASONS: Record<string, string> = {
  agent: 'Identifies itself as a bot',
  address: 'Address of a crawler',
  network: 'Network of a data center',
  head: 'HEAD request only',
  method: 'Another method than GET',
  prefetch: 'Prefetched by a browser',
  preview: 'Link preview',
  subresource: 'Loaded within a page, not opened',
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
  return code === 'EU' ? 'European Union' : displayName(countries, code);
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
