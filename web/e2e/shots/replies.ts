import type { Page } from '@playwright/test';

const RENEWAL = '2026-12-22T10:00:00Z';

/** Answers requests of a page with JSON instead of the server. */
export async function reply(page: Page, url: string, body: unknown, { status = 200, method = 'GET' } = {}) {
  await page.route(`**/api/v1${url}`, (route) =>
    route.request().method() === method ? route.fulfill({ status, json: body }) : route.fallback(),
  );
}

/** A workspace that pays for the Basic plan, its invoices and the preview of a change. */
export async function replyWithBilling(page: Page, change: object = {}): Promise<void> {
  const subscription = {
    package: 'BASIC',
    period: 'monthly',
    status: 'active',
    periodEndAt: RENEWAL,
    cancelAt: null,
    graceEndsAt: null,
    ...change,
  };
  const billing = { plan: 'BASIC', payments: true, trialAvailable: false, trial: null, subscription };
  const items = [22, 23, 24].map((day, index) => ({
    id: `in_${day}`,
    number: `LNT-000${3 - index}`,
    createdAt: `2026-${['11', '10', '09'][index]}-22T10:00:00Z`,
    total: 900,
    currency: 'usd',
    status: index === 0 && 'status' in change ? 'open' : 'paid',
    url: 'https://invoice.example/',
  }));
  await reply(page, '/workspaces/*/billing', billing);
  await reply(page, '/workspaces/*/billing/invoices', { items, nextCursor: null, total: items.length });
  const preview = {
    currency: 'usd',
    due: 1740,
    previewedAt: RENEWAL,
    lines: [
      { description: 'Unused time on Basic after 22 Nov 2026', amount: -860 },
      { description: 'Remaining time on Professional after 22 Nov 2026', amount: 2600 },
    ],
    excess: [],
  };
  await reply(page, '/workspaces/*/billing/preview', preview, { method: 'POST' });
}

/** Rejects the start of a setup until the user authenticates again. */
export async function replyWithReauthentication(page: Page): Promise<void> {
  const problem = { code: 'reauthentication_required', message: 'Confirm your password to continue.' };
  await reply(page, '/me/second-factors/totp', problem, { status: 403, method: 'POST' });
}

/** Two-factor authentication with ten recovery codes. */
export async function replyWithSecondFactor(page: Page): Promise<void> {
  await reply(page, '/me/second-factors', { totp: true, enabledAt: '2026-11-01T10:00:00Z', recoveryCodes: 10 });
  const recoveryCodes = Array.from({ length: 10 }, (_, index) => `3kq7c8v-0d5m2a-x1t9m4z-7hq2c${index}`);
  await reply(page, '/me/second-factors/totp/confirm', { recoveryCodes }, { method: 'POST' });
}

/** A connection of single sign-on, for a workspace with a verified domain. */
export async function replyWithSignOn(page: Page): Promise<void> {
  await reply(page, '/single-sign-on', {
    redirectUri: 'https://go.example.com/api/v1/auth/oidc/sso_3kq7c8v0d5m2a/callback',
    verifiedDomains: ['acme.example.com'],
    connection: {
      id: 'sso_3kq7c8v0d5m2a',
      issuer: 'https://login.acme.example.com/realms/staff',
      clientId: 'linnet',
      domains: ['acme.example.com'],
      defaultRole: 'editor',
      enforced: true,
      createdAt: RENEWAL,
      updatedAt: RENEWAL,
    },
  });
}

/** Accepts the invitation of one address and rejects that of another. */
export async function replyToInvitations(page: Page): Promise<void> {
  await page.route('**/api/v1/workspaces/*/invitations', (route) => {
    const request = route.request();
    if (request.method() !== 'POST') return route.fallback();
    const { email } = request.postDataJSON() as { email: string };
    return email.startsWith('taken')
      ? route.fulfill({ status: 409, json: { code: 'conflict', message: 'This user is a member already.' } })
      : route.fulfill({ status: 201, json: { id: 'inv_1', url: 'https://go.example.com/invite/token' } });
  });
}

/** Two restricted folders, of which the user may only read the first, with the first two links in them. */
export async function replyWithRestrictedFolders(page: Page): Promise<void> {
  const folder = { access: 'members', links: 1, createdAt: RENEWAL };
  const [read, write] = ['read', 'write'].map((level) => ({ userId: 'usr_0000000000001', level }));
  const items = [
    { ...folder, id: 'fld_0000000000001', name: 'Board meetings', level: 'read', members: [read] },
    { ...folder, id: 'fld_0000000000002', name: 'Spring launch', level: 'write', members: [write] },
    { ...folder, id: 'fld_0000000000003', name: 'Newsletter', access: 'workspace', level: 'write', members: [] },
  ];
  await reply(page, '/folders', { items, nextCursor: null, total: items.length });
  await page.route('**/api/v1/links?*', async (route) => {
    try {
      const response = await route.fetch();
      const list = (await response.json()) as { items: { folderId: string | null }[] };
      for (const [at, link] of list.items.slice(0, 2).entries()) link.folderId = items[at]?.id ?? null;
      await route.fulfill({ response, json: list });
    } catch {
      // The page was closed while it refreshed the list.
    }
  });
  const person = { email: 'cleo@example.com', firstName: 'Cleo', lastName: 'Vance', joinedAt: RENEWAL };
  const members = [{ ...person, userId: 'usr_0000000000001', role: 'editor' }];
  await reply(page, '/workspaces/*/members', { items: members, nextCursor: null, total: 1 });
}
