import type { SearchSchemaInput } from '@tanstack/react-router';
import type { ReportSearch } from './report-search';

// Stands in the part of the app that every page loads: names only. What the values mean is the screen's to know.
const KEYS =
  'interval from to compare by traffic kpi zone live all what sources places tech ways bots linkId tag folder domain referrer referrerUrl utmSource utmMedium utmCampaign utmTerm utmContent country region city continent language device browser os inAppBrowser rule url trigger botReason';

/** Keeps of a URL's search what a report knows by name. */
export function reportSearch(raw: ReportSearch & SearchSchemaInput): ReportSearch {
  return Object.fromEntries(KEYS.split(' ').map((key) => [key, raw[key as keyof ReportSearch]]));
}
