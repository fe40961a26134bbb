/** What the first visit of a page may transfer until it is idle. Bytes are those on the wire, headers included. */
export interface Budget {
  /** kB of scripts. */
  js: number;
  /** Number of scripts. */
  scripts: number;
  /** kB of style sheets. */
  css: number;
  /** kB of fonts. */
  fonts: number;
  /** Number of calls of the API. */
  calls: number;
}

const SITE: Budget = { js: 8, scripts: 1, css: 0, fonts: 65, calls: 0 };
const SESSION: Budget = { js: 145, scripts: 10, css: 11, fonts: 65, calls: 1 };
const SCREEN: Budget = { js: 151, scripts: 12, css: 22, fonts: 65, calls: 8 };

/** The budget of each page. Lists with links ask for their titles until those are known. */
export const BUDGETS: Readonly<Record<string, Budget>> = {
  '/': { ...SITE, calls: 1 },
  '/features': SITE,
  '/pricing': { ...SITE, calls: 1 },
  '/help': SITE,
  '/about': SITE,
  '/contact': SITE,
  '/terms': SITE,
  '/privacy': SITE,
  '/no/such/page': { ...SITE, css: 17 },
  '/login': SESSION,
  '/signup': SESSION,
  '/signup-successful': SESSION,
  '/forgot-password': SESSION,
  '/reset-password': SESSION,
  '/dashboard': { ...SCREEN, js: 158, scripts: 10, calls: 10 },
  '/dashboard/links': { ...SCREEN, js: 157, scripts: 11, calls: 21 },
  '/dashboard/links/$linkId': { ...SCREEN, js: 178, scripts: 11, calls: 21 },
  '/dashboard/analytics': { ...SCREEN, js: 175, scripts: 12, calls: 10 },
  '/dashboard/qr-codes': { ...SCREEN, js: 153 },
  '/dashboard/bio-pages': SCREEN,
  '/dashboard/domains': SCREEN,
  '/dashboard/account': { ...SCREEN, js: 174, scripts: 10, calls: 11 },
  '/dashboard/help': SCREEN,
  '/dashboard/settings': { ...SCREEN, js: 177, scripts: 12, calls: 9 },
  '/dashboard/settings/members': SCREEN,
  '/dashboard/settings/billing': SCREEN,
  '/dashboard/settings/webhooks': SCREEN,
};

/** kB of an HTML file in gzip. The public pages contain their style sheet. */
export const HTML_BUDGET = 25;
