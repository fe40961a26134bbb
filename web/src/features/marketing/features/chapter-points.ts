// The points of the chapters. A test holds each of them to a capability.

export const RULES_POINTS = [
  'Country, continent or the European Union; region and city with a city database',
  'Preferred language, device, operating system, browser, in-app browser',
  'Weekdays and hours in any time zone; before or after a date',
  'Referrer, query parameters, IP networks, returning visitors of the same day',
  'Redirect, weighted split that is sticky without cookies, or block',
] as const;

export const QR_POINTS = [
  'SVG, PNG, JPEG, WebP, PDF and EPS, from the dashboard or the API',
  'Scans counted separately from clicks',
  'Saved codes, whose destination can change at any time',
] as const;

export const ANALYTICS_POINTS = [
  'Heat map of the week, world map, live feed',
  'Click any value to filter; the URL contains every filter',
  'Comparison with the previous period; read-only shared pages',
  'No cookies and no stored IP addresses; unique visitors by a salt that is destroyed every day',
] as const;
