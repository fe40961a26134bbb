/** The product's name, wherever the interface says it. */
export const PRODUCT = 'Linnet';

/** Facts of this install that are unknown when the pages are built. The server fills them in when it starts. */
export interface InstallFacts {
  /** The app's own address, without a trailing slash. */
  publicUrl: string;
  supportEmail: string;
  salesEmail: string;
  privacyEmail: string;
  /** Asked before sign-up for the visitor's public address. */
  ipLookupUrl: string;
  /** Links of the FREE package; 0 is "no limit". A text, so that the prerendered page holds a token. */
  freeLinks: string;
}

// What the server replaces in prerendered pages.
const TOKENS: InstallFacts = {
  publicUrl: '__PUBLIC_URL__',
  supportEmail: '__SUPPORT_EMAIL__',
  salesEmail: '__SALES_EMAIL__',
  privacyEmail: '__PRIVACY_EMAIL__',
  ipLookupUrl: '',
  freeLinks: '__FREE_LINKS__',
};

// For the dev server, whose pages nobody fills in.
const DEV: InstallFacts = {
  publicUrl: '',
  supportEmail: 'support@example.com',
  salesEmail: 'sales@example.com',
  privacyEmail: 'privacy@example.com',
  ipLookupUrl: '/api/v1/ip',
  freeLinks: '100',
};

function read(): InstallFacts {
  if (typeof document === 'undefined') return TOKENS;
  const own = { ...DEV, publicUrl: location.origin };
  try {
    const boot = JSON.parse(document.getElementById('boot')?.textContent ?? '') as Record<string, unknown>;
    const text = Object.entries(boot).map(([name, value]) => [name, String(value)] as const);
    return { ...own, ...Object.fromEntries(text.filter(([, value]) => value !== '')) };
  } catch {
    return own;
  }
}

let known: InstallFacts | undefined;

/** The facts, as the server wrote them into this page (`<script type="application/json" id="boot">`). */
export function installFacts(): InstallFacts {
  known ??= read();
  return known;
}
