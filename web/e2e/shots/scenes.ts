import { expect, type Page } from '@playwright/test';
import { fields } from '../fixtures/auth-forms';
import { picture } from '../fixtures/picture';
import { waitForHydration } from '../fixtures/public-page';
import {
  reply,
  replyToInvitations,
  replyWithBilling,
  replyWithConfinedSession,
  replyWithIdentities,
  replyWithReadOnlyCodes,
  replyWithReauthentication,
  replyWithRestrictedFolders,
  replyWithSecondFactor,
  replyWithSignOn,
  replyWithUnconnectedAccount,
  replyWithWebhooks,
} from './replies';

/** Ids of seeded records. */
export interface Seed {
  link: string;
  qrCode: string;
  bioPage: string;
  domain: string;
  pendingDomain: string;
}

/** A screen, and what happens before its screenshot. */
export interface Scene {
  name: string;
  path: string | ((seed: Seed) => string);
  signedOut?: true;
  /** Runs before the page loads. */
  before?: (page: Page) => Promise<unknown>;
  /** Runs after the page loaded. */
  after?: (page: Page) => Promise<unknown>;
}

const click = (role: 'button' | 'combobox' | 'tab', name: string | RegExp) => (page: Page) =>
  page.getByRole(role, { name }).first().click();

const dialog = (page: Page) => page.getByRole('dialog').waitFor();

/** A design in the studio, with its rating. */
const design = async (page: Page) => {
  const stage = page.getByRole('region', { name: 'Live preview' });
  await stage.getByRole('img', { name: /^QR code of/ }).waitFor();
  for (const [group, shape] of [
    ['Module shape', 'Rounded'],
    ['Corner frames', 'Leaf'],
    ['Corner dots', 'Circle'],
  ] as const) {
    await page.getByRole('group', { name: group }).getByRole('radio', { name: shape }).check();
  }
  await page.locator('summary', { hasText: 'Frame' }).click();
  await page.getByRole('radio', { name: 'Ticket' }).click();
  await page.getByRole('textbox', { name: 'Caption' }).fill('Scan for the menu');
  await page.getByRole('radio', { name: 'Linear' }).click();
  await page.getByText('Scans reliably').waitFor();
  await page.evaluate(() => scrollTo(0, 0));
};

/** Static contents by kind, with the values of text fields. */
const KINDS = new Map<string, Record<string, string>>([
  ['Text', { Text: 'Oat Street Coffee\n12 Harbour Lane\nOpen 7 to 18' }],
  [
    'Contact',
    {
      'First name': 'Mara',
      'Last name': 'Vale',
      Organization: 'Oat Street Coffee',
      'Mobile phone': '+351 912 345 678',
      Email: 'mara@oatstreet.example',
    },
  ],
  ['Wi-Fi network', { 'Network name': 'Oat Street Guests', 'Network password': 'oat milk only' }],
  ['Event', { 'Event title': 'Cupping', Starts: '2026-12-04T18:00', Place: '12 Harbour Lane' }],
  ['Location', { Latitude: '38.7077', Longitude: '-9.1366' }],
]);

/** Chooses a kind of static content and fills in its fields. */
const staticContent = (kind: string, fields: Record<string, string>) => async (page: Page) => {
  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: kind, exact: true }).click();
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
  await page
    .getByRole('img', { name: /^QR code of/ })
    .last()
    .waitFor();
};

/** Shows the design on something. */
const designOn = (view: string) => async (page: Page) => {
  await design(page);
  await page.getByRole('radio', { name: view }).check();
  await page.getByRole('region', { name: 'Live preview' }).getByRole('img').first().waitFor();
  await page.evaluate(() => scrollTo(0, 0));
};

const scan = async (page: Page) => {
  await click('button', 'Set up')(page);
  await expect(page.getByRole('textbox', { name: 'Key' })).toHaveValue(/^[A-Z2-7]{32}$/);
};

/** An image to upload. */
const PICTURE = 'public/og/features.png';

// The server knows the pages of well-formed tokens only.
const VERIFY_EMAIL = `verify-email/${'a'.repeat(43)}`;

const PAGES = [
  'dashboard',
  'dashboard/links',
  'dashboard/links?new=link',
  'dashboard/analytics',
  'dashboard/qr-codes',
  'dashboard/qr-codes?new=1',
  'dashboard/bio-pages',
  'dashboard/bio-pages?new=1',
  'dashboard/domains',
  'dashboard/domains/new',
  'dashboard/account',
  'dashboard/help',
  'dashboard/settings',
  'dashboard/settings/import',
  'dashboard/settings/jobs',
  'dashboard/settings/api-keys',
  'dashboard/settings/audit-log',
  'dashboard/settings/members',
  'dashboard/settings/billing',
  'dashboard/settings/integrations',
  'dashboard/settings/single-sign-on',
  'dashboard/settings/webhooks',
];

/** The screens of a signed-in user, and steps of flows. */
export const SCENES: readonly Scene[] = [
  ...PAGES.map((path) => ({ name: path.replaceAll(/[/?=]/g, '-'), path })),
  {
    name: 'links-read-only',
    path: 'dashboard/links',
    before: replyWithRestrictedFolders,
    after: async (page) => {
      const boxes = page.getByRole('checkbox', { name: /^Select/ });
      await boxes.nth(0).click();
      await boxes.nth(1).click();
      await page.getByRole('button', { name: 'Move' }).click();
      await page.getByRole('option', { name: 'New folder' }).waitFor();
    },
  },
  {
    name: 'links-read-only-all',
    path: 'dashboard/links',
    before: replyWithRestrictedFolders,
    after: async (page) => {
      await page
        .getByRole('checkbox', { name: /^Select/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Archive' }).hover();
      await page.getByRole('tooltip').first().waitFor();
    },
  },
  {
    name: 'links-folder-filter',
    path: 'dashboard/links',
    before: replyWithRestrictedFolders,
    after: async (page) => {
      await page.getByRole('button', { name: 'Folders' }).click();
      await page.getByRole('option', { name: /Board/ }).waitFor();
    },
  },
  { name: 'sign-on-settings', path: 'dashboard/settings/single-sign-on', before: replyWithSignOn },
  { name: 'webhooks', path: 'dashboard/settings/webhooks', before: replyWithWebhooks },
  { name: 'webhook', path: 'dashboard/settings/webhooks/whk_1', before: replyWithWebhooks },
  {
    name: 'webhook-delivery',
    path: 'dashboard/settings/webhooks/whk_1',
    before: replyWithWebhooks,
    after: async (page) => {
      await click('button', 'bio_page.form_submitted')(page);
      await page.getByRole('region', { name: 'Body' }).waitFor();
    },
  },
  {
    name: 'webhook-form',
    path: 'dashboard/settings/webhooks',
    before: replyWithWebhooks,
    after: async (page) => {
      await click('button', 'Create webhook')(page);
      await dialog(page);
      await page.getByRole('checkbox', { name: /^Form submitted/ }).check();
    },
  },
  {
    name: 'webhook-secret',
    path: 'dashboard/settings/webhooks',
    before: replyWithWebhooks,
    after: async (page) => {
      await click('button', 'Create webhook')(page);
      await page.getByRole('textbox', { name: 'URL' }).fill('https://crm.oatstreet.example/hooks');
      await page.getByRole('checkbox', { name: 'Links', exact: true }).check();
      await page.getByRole('dialog').getByRole('button', { name: 'Create webhook' }).click();
      await page.getByRole('textbox', { name: 'Signing secret' }).waitFor();
    },
  },
  { name: 'sign-on', path: 'login/sso', signedOut: true },
  { name: 'reset-link', path: 'reset-password#token=x', signedOut: true },
  { name: 'sign-on-failed', path: 'login/sso#error=unavailable', signedOut: true },
  { name: 'sign-on-required', path: 'login/sso' },
  {
    name: 'sign-on-connect',
    path: 'login/sso#ticket=x',
    signedOut: true,
    before: replyWithUnconnectedAccount,
    after: (page) => page.getByRole('button', { name: 'Connect and log in' }).waitFor(),
  },
  { name: 'account-identities', path: 'dashboard/account', before: replyWithIdentities },
  { name: 'account-confined', path: 'dashboard/account', before: replyWithConfinedSession },
  {
    name: 'account-confined-dialog',
    path: 'dashboard/account',
    before: replyWithConfinedSession,
    after: async (page) => {
      await click('button', 'Confirm it’s you')(page);
      await page.getByRole('textbox', { name: 'Code' }).waitFor();
    },
  },
  {
    name: 'workspaces-confined',
    path: 'dashboard/settings',
    before: replyWithConfinedSession,
    after: async (page) => {
      await click('button', 'Switch or create')(page);
      await page.getByRole('button', { name: 'Open other workspaces' }).waitFor();
    },
  },
  { name: 'members-folders', path: 'dashboard/settings/members', before: replyWithRestrictedFolders },
  { name: 'qr-studio', path: ({ link }) => `dashboard/qr-codes/new?linkId=${link}`, after: design },
  ...['Real size', 'Card', 'Poster', 'Cup', 'Screen', 'Dark wall'].map((view) => ({
    name: `qr-studio-${view.toLowerCase().replace(' ', '-')}`,
    path: ({ link }: Seed) => `dashboard/qr-codes/new?linkId=${link}`,
    after: designOn(view),
  })),
  {
    name: 'qr-studio-compare',
    path: ({ link }) => `dashboard/qr-codes/new?linkId=${link}`,
    after: async (page) => {
      await click('button', 'Compare designs')(page);
      await design(page);
    },
  },
  {
    name: 'qr-studio-read-only',
    path: ({ qrCode }) => `dashboard/qr-codes/${qrCode}`,
    before: replyWithReadOnlyCodes,
    after: (page) => page.getByRole('note').waitFor(),
  },
  {
    name: 'qr-codes-read-only',
    path: 'dashboard/qr-codes',
    before: replyWithReadOnlyCodes,
    after: async (page) => {
      await page
        .getByRole('checkbox', { name: /^Select/ })
        .first()
        .click();
      await page.getByText('1 selected, 1 read only').waitFor();
    },
  },
  { name: 'qr-scans', path: ({ qrCode }) => `dashboard/qr-codes/${qrCode}/scans` },
  {
    name: 'qr-selection',
    path: 'dashboard/qr-codes',
    after: async (page) => {
      await page
        .getByRole('checkbox', { name: /^Select/ })
        .first()
        .click();
      await page.getByRole('button', { name: /^Select all/ }).click();
    },
  },
  {
    name: 'qr-apply-preset',
    path: 'dashboard/qr-codes',
    after: async (page) => {
      await page
        .getByRole('checkbox', { name: /^Select/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Apply preset' }).click();
      await page.getByRole('dialog').getByRole('radio').first().check();
      await page.getByRole('dialog').locator('img').first().waitFor();
    },
  },
  ...[...KINDS].map(([kind, fields]) => ({
    name: `qr-static-${kind.toLowerCase().replaceAll(' ', '-')}`,
    path: 'dashboard/qr-codes?new=1',
    after: staticContent(kind, fields),
  })),
  {
    name: 'qr-studio-contact',
    path: 'dashboard/qr-codes/new',
    after: async (page) => {
      await staticContent('Contact', KINDS.get('Contact') ?? {})(page);
      await page.getByText('Scans reliably').waitFor();
      await page.evaluate(() => scrollTo(0, 0));
    },
  },
  {
    name: 'qr-studio-static',
    path: 'dashboard/qr-codes',
    after: async (page) => {
      await click('button', 'Edit Oat Street Guests')(page);
      await page.getByText('Scans reliably').waitFor();
    },
  },
  {
    name: 'qr-studio-presets',
    path: ({ link }) => `dashboard/qr-codes/new?linkId=${link}`,
    after: async (page) => {
      await page.locator('summary', { hasText: 'Presets' }).click();
      await page.getByRole('button', { name: 'Apply House style' }).click();
      await page.getByRole('textbox', { name: 'Margin color', exact: true }).fill('#f3e9d2');
      await click('button', 'Actions for Plain')(page);
      await page.getByText('Scans reliably').waitFor();
      await page.evaluate(() => scrollTo(0, 0));
    },
  },
  {
    name: 'qr-preset-rename',
    path: ({ link }) => `dashboard/qr-codes/new?linkId=${link}`,
    after: async (page) => {
      await page.locator('summary', { hasText: 'Presets' }).click();
      await click('button', 'Actions for Plain')(page);
      await page.getByRole('menuitem', { name: 'Rename' }).click();
      await dialog(page);
    },
  },
  {
    name: 'qr-scans-static',
    path: 'dashboard/qr-codes',
    after: async (page) => {
      await click('button', 'Edit Oat Street Guests')(page);
      await page.waitForURL(/qrc_/);
      await page.goto(`${page.url()}/scans`);
      await page.getByText('Scans are not counted').waitFor();
    },
  },
  {
    name: 'qr-scans-older',
    path: ({ qrCode }) => `dashboard/qr-codes/${qrCode}/scans`,
    before: (page) =>
      page.route('**/api/v1/qr-codes/qrc_*', async (route) => {
        const code = (await (await route.fetch()).json()) as object;
        await route.fulfill({ json: { ...code, ownScans: false } });
      }),
  },
  {
    name: 'qr-codes-older',
    path: 'dashboard/qr-codes',
    before: (page) =>
      page.route('**/api/v1/qr-codes?*', async (route) => {
        const list = (await (await route.fetch()).json()) as { items: { linkId: string | null }[] };
        const items = list.items.map((code) => (code.linkId ? { ...code, ownScans: false } : code));
        await route.fulfill({ json: { ...list, items } });
      }),
  },
  {
    name: 'qr-scans-none',
    path: 'dashboard/qr-codes',
    after: async (page) => {
      await page.getByRole('link', { name: '0 scans of Flyer' }).click();
      await page.getByRole('heading', { name: 'Scans of Flyer' }).waitFor();
      await expect(page.locator('[aria-busy=true], .ui-skeleton')).toHaveCount(0);
    },
  },
  { name: 'qr-studio-empty', path: 'dashboard/qr-codes/new' },
  { name: 'dashboard-link', path: ({ link }) => `dashboard/links/${link}` },
  {
    name: 'dashboard-bio-pages-new-export',
    path: 'dashboard/bio-pages?new=1',
    after: async (page) => {
      await page.getByRole('radio', { name: 'Export file' }).click();
      const buffer = Buffer.from(
        'title,link,type\nMenu,https://example.com/menu,link\nVisit us,,heading\nScript,javascript:x,link\n',
      );
      await page.getByLabel('Choose file').setInputFiles({ name: 'links.csv', mimeType: 'text/csv', buffer });
      await page.getByText('Skipped entries', { exact: true }).click();
    },
  },
  { name: 'dashboard-bio-page', path: ({ bioPage }) => `dashboard/bio-pages/${bioPage}` },
  { name: 'dashboard-bio-page-design', path: ({ bioPage }) => `dashboard/bio-pages/${bioPage}?tab=design` },
  { name: 'dashboard-bio-page-settings', path: ({ bioPage }) => `dashboard/bio-pages/${bioPage}?tab=settings` },
  { name: 'dashboard-bio-page-insights', path: ({ bioPage }) => `dashboard/bio-pages/${bioPage}?tab=insights` },
  { name: 'dashboard-bio-page-responses', path: ({ bioPage }) => `dashboard/bio-pages/${bioPage}?tab=responses` },
  {
    name: 'dashboard-bio-page-responses-delete',
    path: ({ bioPage }) => `dashboard/bio-pages/${bioPage}?tab=responses`,
    after: async (page) => {
      await click('button', 'Delete all…')(page);
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'dashboard-bio-page-form',
    path: ({ bioPage }) => `dashboard/bio-pages/${bioPage}`,
    after: async (page) => {
      await click('button', /^Edit Email form/)(page);
      const consent = page.getByRole('textbox', { name: 'Consent' });
      await consent.waitFor();
      // The list of a wide window scrolls on its own.
      if ((page.viewportSize()?.width ?? 0) > 1100) await consent.scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'dashboard-bio-page-publish',
    path: ({ bioPage }) => `dashboard/bio-pages/${bioPage}`,
    after: async (page) => {
      await click('button', 'Publish')(page);
      await dialog(page);
    },
  },
  {
    name: 'dashboard-bio-page-history',
    path: ({ bioPage }) => `dashboard/bio-pages/${bioPage}`,
    after: async (page) => {
      await click('button', 'More actions')(page);
      await page.getByRole('menuitem', { name: 'Version history' }).click();
      await dialog(page);
    },
  },
  {
    name: 'dashboard-bio-page-match',
    path: ({ bioPage }) => `dashboard/bio-pages/${bioPage}?tab=design`,
    after: async (page) => {
      await page.getByRole('textbox', { name: 'Website' }).fill('http://10.0.0.1');
      await click('button', 'Match website')(page);
      await page.getByText('does not lead to the public internet').waitFor();
    },
  },
  {
    name: 'dashboard-bio-page-media-empty',
    path: ({ bioPage }) => `dashboard/bio-pages/${bioPage}?tab=settings`,
    after: async (page) => {
      await click('button', 'Choose profile picture')(page);
      await dialog(page);
      await page.getByText('No images yet.').waitFor();
    },
  },
  {
    name: 'dashboard-bio-page-media-crop',
    path: ({ bioPage }) => `dashboard/bio-pages/${bioPage}?tab=settings`,
    after: async (page) => {
      await click('button', 'Choose profile picture')(page);
      await page.getByRole('dialog').locator('input[type=file]').setInputFiles(PICTURE);
      await click('button', 'Crop')(page);
      await page.locator('.ReactCrop__crop-selection').waitFor();
    },
  },
  // The media library has images from here on.
  {
    name: 'qr-studio-background',
    path: ({ link }) => `dashboard/qr-codes/new?linkId=${link}`,
    after: async (page) => {
      const stage = page.getByRole('region', { name: 'Live preview' });
      await stage.getByRole('img', { name: /^QR code of/ }).waitFor();
      await page.getByText('Logo and background').click();
      await click('button', 'Choose background image')(page);
      const library = page.getByRole('dialog', { name: 'Media library' });
      await library.locator('input[type=file]').setInputFiles(await picture(page));
      await library.getByRole('textbox', { name: 'Alternative text' }).fill('A white sun');
      await library.getByRole('button', { name: 'Upload image' }).click();
      await page.getByRole('slider', { name: 'From the left' }).fill('95');
      await page.getByText('Scans reliably').waitFor();
      await page.evaluate(() => scrollTo(0, 0));
    },
  },
  {
    name: 'dashboard-bio-page-media-adjust',
    path: ({ bioPage }) => `dashboard/bio-pages/${bioPage}?tab=settings`,
    after: async (page) => {
      await click('button', /^(Choose|Change) profile picture/)(page);
      await page.getByRole('dialog').locator('input[type=file]').setInputFiles(PICTURE);
      await page.getByRole('textbox', { name: 'Alternative text' }).fill('The café at night');
      await click('button', 'Upload image')(page);
      await click('button', 'Adjust profile picture')(page);
      await page.getByRole('img', { name: 'Square crop' }).waitFor();
    },
  },
  {
    name: 'dashboard-bio-page-background',
    path: ({ bioPage }) => `dashboard/bio-pages/${bioPage}?tab=design`,
    after: async (page) => {
      const image = page.getByRole('radio', { name: 'Image' });
      const library = page.getByRole('dialog', { name: 'Media library' });
      if (!(await image.isChecked())) {
        await image.click();
        await library.locator('input[type=file]').setInputFiles(PICTURE);
        await library.getByRole('textbox', { name: 'Alternative text' }).fill('The café at night');
        await library.getByRole('button', { name: 'Upload image' }).click();
      }
      await page.getByRole('slider', { name: 'Shade' }).waitFor();
    },
  },
  // The page has more blocks from here on.
  ...['HTML', 'Video', 'Gallery', 'Product', 'Image'].map((label) => ({
    name: `dashboard-bio-page-block-${label.toLowerCase()}`,
    path: ({ bioPage }: Seed) => `dashboard/bio-pages/${bioPage}`,
    after: async (page: Page) => {
      await click('button', 'Add block')(page);
      const palette = page.getByRole('dialog', { name: 'Add a block' });
      await palette.getByRole('searchbox').fill(label);
      await palette.getByRole('searchbox').press('Enter');
      await palette.waitFor({ state: 'hidden' });
      const added = page.getByRole('button', { name: new RegExp(`^Move ${label}`) }).last();
      await added.waitFor();
      if ((page.viewportSize()?.width ?? 0) > 1100) await added.scrollIntoViewIfNeeded();
    },
  })),
  {
    name: 'home-domain',
    path: 'dashboard',
    after: async (page) => {
      await click('combobox', 'Domain')(page);
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'palette',
    path: 'dashboard',
    after: async (page) => {
      await page.keyboard.press('Control+k');
      await dialog(page);
    },
  },
  {
    name: 'analytics-range',
    path: 'dashboard/analytics',
    after: async (page) => {
      await click('button', /^Period/)(page);
      await page.getByRole('menuitemradio', { name: 'Custom range…' }).click();
      await page.getByLabel('First day').waitFor();
    },
  },
  { name: 'domain-records', path: ({ pendingDomain }) => `dashboard/domains/${pendingDomain}/setup` },
  {
    name: 'domain-redirects',
    path: ({ domain }) => `dashboard/domains/${domain}/setup`,
    after: async (page) => {
      await click('button', 'Continue')(page);
      await page.getByRole('textbox', { name: 'Root URL' }).waitFor();
    },
  },
  { name: 'domain-settings', path: ({ domain }) => `dashboard/domains/${domain}` },
  {
    name: 'domain-root-page',
    path: ({ domain }) => `dashboard/domains/${domain}`,
    after: async (page) => {
      await click('combobox', 'Bio page at the root')(page);
      await page.getByRole('option', { name: 'Oat Street' }).waitFor();
    },
  },
  {
    name: 'audit-log-details',
    path: 'dashboard/settings/audit-log',
    after: (page) =>
      page
        .getByRole('button', { name: /^Details of/ })
        .nth(1)
        .click(),
  },
  {
    name: 'invite',
    path: 'dashboard/settings/members',
    after: async (page) => {
      await click('button', 'Invite')(page);
      await dialog(page);
    },
  },
  {
    name: 'invite-results',
    path: 'dashboard/settings/members',
    before: replyToInvitations,
    after: async (page) => {
      await click('button', 'Invite')(page);
      const field = page.getByRole('textbox', { name: /^Email/ });
      for (const address of ['sina@oatstreet.example', 'taken@oatstreet.example']) {
        await field.fill(address);
        await field.press('Enter');
      }
      await click('button', 'Create invitation')(page);
      await page.getByRole('list', { name: 'Invitations' }).waitFor();
    },
  },
  { name: 'billing-paid', path: 'dashboard/settings/billing', before: replyWithBilling },
  {
    name: 'billing-failed',
    path: 'dashboard/settings/billing',
    before: (page) => replyWithBilling(page, { status: 'past_due', graceEndsAt: '2026-12-01T10:00:00Z' }),
  },
  {
    name: 'billing-change',
    path: 'dashboard/settings/billing',
    before: replyWithBilling,
    after: async (page) => {
      await click('button', /^Switch to Pro/)(page);
      await page.getByText('Due now').waitFor();
    },
  },
  {
    name: 'billing-cancel',
    path: 'dashboard/settings/billing',
    before: replyWithBilling,
    after: async (page) => {
      await click('button', 'Cancel subscription')(page);
      await page.getByRole('alertdialog').waitFor();
    },
  },
  { name: 'two-factor-setup', path: 'dashboard/account', after: scan },
  {
    name: 'two-factor-codes',
    path: 'dashboard/account',
    before: async (page) => {
      await replyWithSecondFactor(page);
      await reply(page, '/me/second-factors', { totp: false, enabledAt: null, recoveryCodes: 0 });
    },
    after: async (page) => {
      await scan(page);
      await page.getByRole('textbox', { name: 'Code' }).fill('123456');
      await click('button', 'Turn on')(page);
      await page.getByRole('list', { name: 'Recovery codes' }).waitFor();
    },
  },
  { name: 'two-factor-on', path: 'dashboard/account', before: replyWithSecondFactor },
  {
    name: 'reauthentication',
    path: 'dashboard/account',
    before: replyWithReauthentication,
    after: async (page) => {
      await click('button', 'Set up')(page);
      await page.getByRole('dialog', { name: 'Confirm it’s you' }).waitFor();
    },
  },
  { name: 'email-change', path: 'dashboard/account', after: click('button', 'Change email') },
  {
    name: 'login-second-factor',
    path: 'login',
    signedOut: true,
    before: (page) =>
      reply(
        page,
        '/auth/login',
        { code: 'second_factor_required', message: 'A code is required.' },
        { status: 401, method: 'POST' },
      ),
    after: async (page) => {
      await waitForHydration(page);
      await fields(page).email.fill('ada@example.com');
      await fields(page).password.fill('Correct-Horse7');
      await fields(page).password.press('Enter');
      await page.getByRole('textbox', { name: 'Code' }).waitFor();
    },
  },
  { name: 'verify-email', path: VERIFY_EMAIL, signedOut: true },
  {
    name: 'verify-email-pending',
    path: VERIFY_EMAIL,
    signedOut: true,
    before: (page) =>
      reply(
        page,
        '/auth/verify-email',
        { outcome: 'pending', message: 'Open the link in the email to ada@example.com as well.' },
        { method: 'POST' },
      ),
    after: async (page) => {
      await click('button', 'Confirm')(page);
      await page.getByRole('heading', { name: 'One more step' }).waitFor();
    },
  },
];
