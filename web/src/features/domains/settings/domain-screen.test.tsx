import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Domain } from '@/entities/domain/domain.types';
import { expectAccessible } from '@/test/axe';
import { aBioPage } from '@/test/fixtures/bio-pages';
import { aDomain, aPendingDomain, domainHandlers, theDefaultDomain } from '@/test/fixtures/domains';
import { problem } from '@/test/fixtures/handlers';
import { aQrLook } from '@/test/fixtures/qr-codes';
import { findToast, renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { DomainScreen } from './domain-screen';
import { jsonTextError, parseJsonText, toJsonText } from './json-text';

const API = '*/api/v1';
const DOMAIN = aDomain();

/** Records the bodies of PATCH and answers with the changed domain. */
function recordChanges(domain: Domain = DOMAIN): unknown[] {
  const bodies: unknown[] = [];
  server.use(
    http.patch(`${API}/domains/${domain.id}`, async ({ request }) => {
      const body = (await request.json()) as Partial<Domain>;
      bodies.push(body);
      return HttpResponse.json({ ...domain, ...body });
    }),
  );
  return bodies;
}

async function show(domain: Domain = DOMAIN, data = {}) {
  server.use(...domainHandlers([domain], data));
  const view = await renderScreen(<DomainScreen domainId={domain.id} />);
  await screen.findByRole('heading', { level: 1, name: domain.unicodeHost });
  if (!domain.isDefault) await screen.findByRole('button', { name: 'Save redirects' });
  return view;
}

beforeEach(() => signIn());

describe('jsonTextError', () => {
  it('accepts JSON and empty text', () => {
    expect(jsonTextError('{"applinks": {}}')).toBeUndefined();
    expect(jsonTextError('  ')).toBeUndefined();
    expect(parseJsonText('')).toBeNull();
    expect(toJsonText(null)).toBe('');
  });

  it('rejects other text', () => {
    expect(jsonTextError('{"applinks": }')).toMatch(/^This is not valid JSON/);
  });
});

describe('domain settings', () => {
  it('shows the figures, with visits without a link', async () => {
    await show();
    expect(await screen.findByRole('link', { name: '12' })).toHaveAttribute(
      'href',
      '/dashboard/links?domain=go.oatstreet.example',
    );
    expect(await screen.findByRole('link', { name: '31' })).toHaveAttribute(
      'href',
      '/dashboard/analytics?domain=go.oatstreet.example',
    );
    expect(screen.getByText('Expires 12 Feb 2099')).toBeVisible();
    await expectAccessible();
  });

  it('saves the redirects', async () => {
    const { user } = await show(aDomain({ expiredUrl: 'https://oatstreet.example/over' }));
    const bodies = recordChanges();
    await user.type(screen.getByRole('textbox', { name: 'Not-found URL' }), 'https://oatstreet.example/404');
    await user.click(screen.getByRole('button', { name: 'Save redirects' }));
    await findToast('Domain settings saved');
    expect(bodies).toEqual([
      {
        rootPageId: null,
        rootUrl: null,
        notFoundUrl: 'https://oatstreet.example/404',
        expiredUrl: 'https://oatstreet.example/over',
      },
    ]);
  });

  it('saves the notes, and refuses long ones', async () => {
    const { user } = await show(aDomain({ notes: 'Old' }));
    const bodies = recordChanges();
    const notes = screen.getByRole('textbox', { name: 'Notes' });
    await user.clear(notes);
    await user.click(notes);
    await user.paste('x'.repeat(1001));
    await user.click(screen.getByRole('button', { name: 'Save notes' }));
    expect(await screen.findByText('Use at most 1000 characters.')).toBeVisible();
    await user.clear(notes);
    await user.type(notes, 'Renewed by Ada');
    await user.click(screen.getByRole('button', { name: 'Save notes' }));
    await findToast('Domain settings saved');
    expect(bodies).toEqual([{ notes: 'Renewed by Ada' }]);
  });

  it('saves the language of the pages', async () => {
    const { user } = await show(aDomain({ language: 'de' }));
    const bodies = recordChanges();
    await user.click(screen.getByRole('combobox', { name: 'Language of the pages' }));
    expect(await screen.findByRole('option', { name: 'Deutsch' })).toHaveAttribute('aria-selected', 'true');
    expect(screen.getByRole('option', { name: '日本語' })).toBeVisible();
    await user.click(screen.getByRole('option', { name: 'Language of each visitor' }));
    await user.click(screen.getByRole('button', { name: 'Save behavior' }));
    await findToast('Domain settings saved');
    expect(bodies).toEqual([expect.objectContaining({ language: null })]);
  });

  it('offers the published pages of the domain and of the default domain for the root', async () => {
    const pages = [
      aBioPage({ id: 'bio_1', title: 'On the default domain' }),
      aBioPage({ id: 'bio_2', title: 'On this domain', domain: DOMAIN.host }),
      aBioPage({ id: 'bio_3', title: 'Draft', publishedRevision: null }),
      aBioPage({ id: 'bio_4', title: 'On another domain', domain: 'other.example' }),
    ];
    server.use(
      http.get(`${API}/bio-pages`, () => HttpResponse.json({ items: pages, nextCursor: null, total: pages.length })),
      ...domainHandlers([DOMAIN, theDefaultDomain()]).filter(({ info }) => info.path !== `${API}/bio-pages`),
    );
    const { user } = await renderScreen(<DomainScreen domainId={DOMAIN.id} />);
    const bodies = recordChanges();
    await user.click(await screen.findByRole('combobox', { name: 'Bio page at the root' }));
    await screen.findByRole('option', { name: 'On this domain' });
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'None',
      'On the default domain',
      'On this domain',
    ]);
    await user.click(screen.getByRole('option', { name: 'On this domain' }));
    await user.click(screen.getByRole('button', { name: 'Save redirects' }));
    await findToast('Domain settings saved');
    expect(bodies).toMatchObject([{ rootPageId: 'bio_2' }]);
  });

  it('shows at the field why a page cannot be the root', async () => {
    const { user } = await show(aDomain({ rootPageId: 'bio_9' }));
    const message = 'This bio page is not published. Publish it first, or choose another one.';
    server.use(http.patch(`${API}/domains/dom_1`, () => problem(409, message, [{ field: 'rootPageId', message }])));
    await user.type(screen.getByRole('textbox', { name: 'Root URL' }), 'https://oatstreet.example');
    await user.click(screen.getByRole('button', { name: 'Save redirects' }));
    await waitFor(() =>
      expect(screen.getByRole('combobox', { name: 'Bio page at the root' })).toHaveAccessibleDescription(message),
    );
  });

  it('saves the default redirect status, robots and HSTS', async () => {
    const { user } = await show();
    const bodies = recordChanges();
    await user.click(screen.getByRole('combobox', { name: 'Redirect status of new links' }));
    await user.click(await screen.findByRole('option', { name: /^301/ }));
    await user.click(screen.getByRole('checkbox', { name: 'Allow crawlers' }));
    await user.click(screen.getByRole('checkbox', { name: 'Require HTTPS (HSTS)' }));
    await user.click(screen.getByRole('button', { name: 'Save behavior' }));
    await findToast('Domain settings saved');
    expect(bodies).toEqual([
      { redirectStatus: 301, faviconUrl: null, language: null, caseSensitive: false, robots: 'disallow', hsts: true },
    ]);
  });

  it('shows why the case rule cannot change', async () => {
    const { user } = await show();
    const message = 'The case rule can be changed only while the domain has no links.';
    server.use(http.patch(`${API}/domains/dom_1`, () => problem(409, message, [{ field: 'caseSensitive', message }])));
    const box = screen.getByRole('checkbox', { name: 'Case-sensitive aliases' });
    await user.click(box);
    await user.click(screen.getByRole('button', { name: 'Save behavior' }));
    await waitFor(() => expect(box).toHaveAccessibleDescription(message));
  });

  it('saves the default look of QR codes, and previews it', async () => {
    const { user } = await show();
    const bodies = recordChanges();
    server.use(http.get(`${API}/qr`, () => HttpResponse.text('<svg/>')));
    await user.click(screen.getByRole('checkbox', { name: 'Use a custom look' }));
    expect(await screen.findByRole('img', { name: 'QR code of https://go.oatstreet.example/example' })).toBeVisible();
    const modules = screen.getByRole('textbox', { name: 'Foreground' });
    await user.clear(modules);
    await user.type(modules, '#eeeeee');
    await user.click(screen.getByRole('button', { name: 'Save QR code look' }));
    expect(await screen.findByText('Fix the errors to see a preview.')).toBeVisible();
    expect(bodies).toEqual([]);
    await user.clear(modules);
    await user.type(modules, '#04755b');
    await user.click(screen.getByRole('button', { name: 'Save QR code look' }));
    await findToast('Domain settings saved');
    expect(bodies).toEqual([
      {
        qrLook: aQrLook({ size: 1024, dark: '#04755b' }),
      },
    ]);
  });

  it('removes the default look of QR codes', async () => {
    server.use(http.get(`${API}/qr`, () => HttpResponse.text('<svg/>')));
    const { user } = await show(
      aDomain({
        qrLook: aQrLook({ dark: '#04755b' }),
      }),
    );
    const bodies = recordChanges();
    await user.click(screen.getByRole('checkbox', { name: 'Use a custom look' }));
    await user.click(screen.getByRole('button', { name: 'Save QR code look' }));
    await findToast('Domain settings saved');
    expect(bodies).toEqual([{ qrLook: null }]);
  });

  it('says what each privacy mode stores, and saves the choice', async () => {
    const { user } = await show();
    const bodies = recordChanges();
    const modes = within(screen.getByRole('group', { name: 'Privacy mode' }));
    expect(modes.getByRole('radio', { name: 'Full' })).toBeChecked();
    for (const mode of modes.getAllByRole('radio')) expect(mode).toHaveAccessibleDescription(/\w{3,}/);
    await user.click(modes.getByRole('radio', { name: 'Aggregate only' }));
    await user.click(screen.getByRole('button', { name: 'Save privacy mode' }));
    await findToast('Domain settings saved');
    expect(bodies).toEqual([{ privacy: 'aggregate' }]);
  });

  it('validates the association files before it saves them', async () => {
    const { user } = await show();
    const bodies = recordChanges();
    const apple = screen.getByRole('textbox', { name: /^iOS/ });
    await user.click(apple);
    await user.paste('{"applinks": ');
    await user.click(screen.getByRole('button', { name: 'Save app links' }));
    await waitFor(() => expect(apple).toHaveAccessibleDescription(/not valid JSON/));
    expect(bodies).toEqual([]);
    await user.clear(apple);
    await user.click(apple);
    await user.paste('{"applinks": {}}');
    await user.click(screen.getByRole('button', { name: 'Save app links' }));
    await findToast('Domain settings saved');
    expect(bodies).toEqual([{ appleAppSiteAssociation: { applinks: {} }, assetLinks: null }]);
  });

  it('leads a pending domain to its setup', async () => {
    await show(aPendingDomain());
    expect(screen.getByRole('link', { name: 'Continue setup' })).toHaveAttribute(
      'href',
      '/dashboard/domains/dom_2/setup',
    );
  });

  it('says that DNS records are missing, and checks them on request', async () => {
    const failing = aDomain({ status: 'failing' });
    const { user } = await show(failing);
    server.use(http.post(`${API}/domains/dom_1/verify`, () => HttpResponse.json(DOMAIN)));
    expect(screen.getByText('A DNS record of this domain is missing or has changed.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Check now' }));
    await waitFor(() => expect(screen.queryByText(/is missing or has changed/)).toBeNull());
    expect(screen.getByText('Verified')).toBeVisible();
  });

  it('says why the certificate could not be issued', async () => {
    await show(aDomain({ certificate: { state: 'failed', expiresAt: null, error: 'CAA forbids the authority.' } }));
    expect(screen.getByText(/CAA forbids the authority\./)).toBeVisible();
    expect(screen.getByText('Certificate failed')).toBeVisible();
  });

  it('has no forms for the default domain', async () => {
    await show(theDefaultDomain());
    expect(screen.getByText(/default domain of this server. An operator configures it/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull();
  });

  it('lets an operator change the default domain', async () => {
    const bodies = recordChanges(theDefaultDomain());
    const { user } = await show(theDefaultDomain(), { operator: true });
    expect(await screen.findByText(/apply to the links of all workspaces/)).toBeVisible();
    await user.type(await screen.findByLabelText('Root URL'), 'brand.example');
    await user.click(screen.getByRole('button', { name: 'Save redirects' }));
    await findToast('Domain settings saved');
    await user.click(screen.getByLabelText(/Case-sensitive aliases/));
    await user.click(screen.getByRole('button', { name: 'Save behavior' }));
    await waitFor(() => expect(bodies).toHaveLength(2));
    expect(bodies).toMatchObject([{ rootUrl: 'https://brand.example' }, { caseSensitive: true }]);
    expect(screen.queryByText('DNS records')).toBeNull();
    expect(screen.queryByRole('button', { name: /Delete|Transfer/ })).toBeNull();
  });

  it('transfers a domain without links to another workspace', async () => {
    const bodies: unknown[] = [];
    const empty = aDomain();
    server.use(...domainHandlers([empty], { links: 0 }));
    server.use(
      http.get(`${API}/workspaces`, () =>
        HttpResponse.json({ items: [{ id: 'wsp_2', name: 'Tidewater' }], nextCursor: null, total: 1 }),
      ),
      http.post(`${API}/domains/dom_1/transfer`, async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json(empty);
      }),
    );
    const { user, router } = await renderScreen(<DomainScreen domainId="dom_1" />);
    await user.click(await screen.findByRole('button', { name: 'Transfer domain…' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(/moves to Tidewater/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Transfer domain' }));
    await findToast('go.oatstreet.example transferred');
    expect(bodies).toEqual([{ workspaceId: 'wsp_2' }]);
    expect(router.state.location.pathname).toBe('/dashboard/domains');
  });

  it('does not transfer a domain with links', async () => {
    await show();
    expect(await screen.findByText(/links stay in their workspace/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Transfer domain…' })).toBeNull();
  });

  it('returns to the list after the deletion', async () => {
    const { user, router } = await show();
    server.use(http.delete(`${API}/domains/dom_1`, () => new HttpResponse(null, { status: 204 })));
    await user.click(screen.getByRole('button', { name: 'Delete domain…' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    await user.type(dialog.getByRole('textbox'), 'go.oatstreet.example');
    await user.click(dialog.getByRole('button', { name: 'Delete domain' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/domains'));
  });
});
