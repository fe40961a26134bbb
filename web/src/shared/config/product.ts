/** The product's name, wherever the interface says it. */
export const PRODUCT = 'Linnet';

/** Facts of this install that are unknown when the pages are built. */
export interface InstallFacts {
  baseUrl: string;
  supportEmail: string;
  salesEmail: string;
  privacyEmail: string;
}

const DEFAULTS: InstallFacts = {
  baseUrl: '',
  supportEmail: 'support@example.com',
  salesEmail: 'sales@example.com',
  privacyEmail: 'privacy@example.com',
};

/**
 * Reads the facts that the server writes into each page as `<script type="application/json" id="boot">`.
 * A page without them (the dev server) gets example addresses.
 */
export function installFacts(): InstallFacts {
  const origin = typeof location === 'undefined' ? '' : location.origin;
  const text = typeof document === 'undefined' ? null : document.getElementById('boot')?.textContent;
  if (!text) return { ...DEFAULTS, baseUrl: origin };
  try {
    return { ...DEFAULTS, baseUrl: origin, ...(JSON.parse(text) as Partial<InstallFacts>) };
  } catch {
    return { ...DEFAULTS, baseUrl: origin };
  }
}
