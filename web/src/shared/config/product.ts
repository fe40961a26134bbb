/** The product's name, wherever the interface says it. */
export const PRODUCT = 'Linnet';

/** The page that describes the API; the server renders it. */
export const API_REFERENCE = '/docs/api';

/** The page about the APIs of other shorteners; the server renders it. */
export const COMPAT_GUIDE = '/docs/compat';

/** Facts of this install that are unknown when the pages are built. */
export interface InstallFacts {
  /** The install's own address, without a trailing slash. */
  publicUrl: string;
  supportEmail: string;
  salesEmail: string;
  privacyEmail: string;
  /** The URL that returns the visitor's public address, called before sign-up. */
  ipLookupUrl: string;
  /** The link limit of the FREE package, as text before "links": "up to 100", "unlimited". */
  freeLinks: string;
  /** Whether the install has plans. Without them nothing is limited or sold. */
  plans: boolean;
  version: string;
  /** Whether sign-up needs no code. Otherwise the sign-up page requests its status from the API. */
  openSignup: boolean;
}

// Placeholders in the prerendered pages, which the server replaces (edge/webui/facts.go).
const TOKENS: InstallFacts = {
  publicUrl: '__PUBLIC_URL__',
  supportEmail: '__SUPPORT_EMAIL__',
  salesEmail: '__SALES_EMAIL__',
  privacyEmail: '__PRIVACY_EMAIL__',
  ipLookupUrl: '/api/v1/ip',
  freeLinks: '__FREE_LINKS__',
  plans: true,
  version: '',
  openSignup: true,
};

// Nothing is filled in while developing.
const EXAMPLES: InstallFacts = {
  publicUrl: '',
  supportEmail: 'support@example.com',
  salesEmail: 'sales@example.com',
  privacyEmail: 'privacy@example.com',
  ipLookupUrl: '/api/v1/ip',
  freeLinks: 'up to 100', // check-texts: not shown
  plans: true,
  version: 'dev',
  openSignup: true,
};

function read(): InstallFacts {
  if (typeof document === 'undefined') return import.meta.env.PROD ? TOKENS : EXAMPLES;
  const fallback = { ...EXAMPLES, publicUrl: location.origin };
  try {
    const boot: unknown = JSON.parse(document.getElementById('boot')?.textContent ?? '{}');
    return typeof boot === 'object' ? { ...fallback, ...boot } : fallback;
  } catch {
    // The dev server leaves the token as it is.
    return fallback;
  }
}

let facts: InstallFacts | undefined;

/**
 * The facts of this install: in the browser what the server wrote into the page as `<script type="application/json"
 * id="boot">`, while prerendering the tokens that the server replaces.
 */
export function installFacts(): InstallFacts {
  facts ??= read();
  return facts;
}
