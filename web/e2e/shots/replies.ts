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
  const problem = {
    code: 'reauthentication_required',
    message: 'Confirm with your password or a passkey to continue.',
  };
  await reply(page, '/me/second-factors/totp', problem, { status: 403, method: 'POST' });
}

/** Two-factor authentication with ten recovery codes. */
export async function replyWithSecondFactor(page: Page): Promise<void> {
  await reply(page, '/me/second-factors', { totp: true, enabledAt: '2026-11-01T10:00:00Z', recoveryCodes: 10 });
  const recoveryCodes = Array.from({ length: 10 }, (_, index) => `3kq7c8v-0d5m2a-x1t9m4z-7hq2c${index}`);
  await reply(page, '/me/second-factors/totp/confirm', { recoveryCodes }, { method: 'POST' });
}

/** An account that two single sign-ons log in to. */
export async function replyWithIdentities(page: Page): Promise<void> {
  const items = ['Acme', 'Oat Street'].map((workspaceName, index) => ({
    id: `sso_3kq7c8v0d5m2${index}`,
    workspaceId: `wsp_3kq7c8v0d5m2${index}`,
    workspaceName,
    issuer: ['https://login.acme.example.com/realms/staff', 'https://accounts.example.com'][index],
    email: ['mara@acme.example.com', null][index],
    linkedAt: '2026-11-01T10:00:00Z',
    lastUsedAt: '2026-11-20T10:00:00Z',
  }));
  await reply(page, '/me/identities', { items, nextCursor: null, total: items.length });
}

/** A session of single sign-on, and an account with two-factor authentication. */
export async function replyWithConfinedSession(page: Page): Promise<void> {
  await page.route('**/api/v1/me', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), confinedTo: 'wsp_3kq7c8v0d5m2a' } });
  });
  await reply(page, '/me/reauthenticate', { password: true, code: true, passkey: true });
}

/** A ticket of single sign-on for an account that is not connected yet. */
export async function replyWithUnconnectedAccount(page: Page): Promise<void> {
  const message =
    'There is a Linnet account with your email address. Confirm that it is yours: login.acme.example.com will then log in to it for the workspace “Acme”.';
  const problem = { code: 'reauthentication_required', message };
  await reply(page, '/auth/oidc/session', problem, { status: 403, method: 'POST' });
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

/** The links of all QR codes are in a folder that the user can only read. */
export async function replyWithReadOnlyCodes(page: Page): Promise<void> {
  await replyWithRestrictedFolders(page);
  await page.route(/\/api\/v1\/qr-codes(\?|\/qrc_\w+$)/, async (route) => {
    try {
      const response = await route.fetch();
      const body = (await response.json()) as { items?: Code[] } & Code;
      for (const { link } of body.items ?? [body]) if (link) link.folderId = 'fld_0000000000001';
      await route.fulfill({ response, json: body });
    } catch {
      // The page was closed while it refreshed the list.
    }
  });
}

interface Code {
  link?: { folderId: string | null } | null;
}

const WEBHOOK = {
  id: 'whk_1',
  url: 'https://crm.oatstreet.example/hooks/linnet?token=4fGh2K0123',
  description: 'Newsletter of the CRM',
  events: ['bio_page.form_submitted', 'link.created', 'link.deleted', 'link.updated'],
  enabled: true,
  disabledAt: null,
  disabledReason: null,
  failingSince: '2026-11-22T10:00:00Z',
  lastAttemptAt: '2026-11-22T18:05:00Z',
  lastSuccessAt: '2026-11-22T09:00:00Z',
  previousSecretExpiresAt: '2026-11-24T10:00:00Z',
  createdAt: '2026-11-01T10:00:00Z',
  updatedAt: '2026-11-01T10:00:00Z',
};

const DELIVERY = {
  id: 'dlv_1',
  messageId: 'evt_3kq7c8v0d5m2a',
  event: 'bio_page.form_submitted',
  status: 'pending',
  attempts: 2,
  lastAttemptAt: '2026-11-22T10:01:00Z',
  lastStatusCode: 503,
  lastDurationMs: 128,
  nextAttemptAt: '2026-11-22T10:06:00Z',
  createdAt: '2026-11-22T10:00:00Z',
};

/** Webhooks in different states, with deliveries. */
export async function replyWithWebhooks(page: Page): Promise<void> {
  const working = { ...WEBHOOK, id: 'whk_2', url: 'https://hooks.example/t/8841', failingSince: null, description: '' };
  const disabled = { ...working, id: 'whk_3', url: 'https://old.example/', enabled: false, disabledReason: 'gone' };
  const items = [WEBHOOK, working, disabled];
  await reply(page, '/webhooks', { items, nextCursor: null, total: items.length });
  await reply(page, '/webhooks/whk_1', WEBHOOK);
  const done = { status: 'succeeded', attempts: 1, lastStatusCode: 204, nextAttemptAt: null };
  const deliveries = [
    DELIVERY,
    { ...DELIVERY, ...done, id: 'dlv_2', event: 'link.created' },
    { ...DELIVERY, ...done, id: 'dlv_3', event: 'link.updated', lastStatusCode: null, attempts: 8, status: 'failed' },
    {
      ...DELIVERY,
      ...done,
      id: 'dlv_4',
      event: 'webhook.test',
      status: 'cancelled',
      attempts: 0,
      lastAttemptAt: null,
      lastStatusCode: null,
      lastDurationMs: null,
    },
  ];
  await reply(page, '/webhooks/whk_1/deliveries?*', { items: deliveries, nextCursor: null, total: deliveries.length });
  const data = { id: 'rsp_3kq7c8v0d5m2a', form: 'Newsletter', email: 'ada@example.com', consent: 'You may mail me.' };
  const attempt = { durationMs: 128, statusCode: 503, error: null, excerpt: '<h1>Service Unavailable</h1>' };
  await reply(page, '/webhooks/whk_1/deliveries/dlv_1', {
    ...DELIVERY,
    body: JSON.stringify({ type: DELIVERY.event, timestamp: DELIVERY.createdAt, data }),
    attemptList: [
      { ...attempt, at: DELIVERY.createdAt, statusCode: null, error: 'No response within 10 seconds.', excerpt: '' },
      { ...attempt, at: DELIVERY.lastAttemptAt },
    ],
  });
  const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDdgR5bTPZqzE=';
  await reply(page, '/webhooks', { ...WEBHOOK, secret }, { status: 201, method: 'POST' });
}
