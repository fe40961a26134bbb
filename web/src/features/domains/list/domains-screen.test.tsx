import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { lastDomain, storeLastDomain } from '@/entities/domain/last-domain';
import { expectAccessible } from '@/test/axe';
import { aDeletedDomain, aDomain, aPendingDomain, domainHandlers, theDefaultDomain } from '@/test/fixtures/domains';
import { problem } from '@/test/fixtures/handlers';
import { aWorkspace } from '@/test/fixtures/workspace';
import { findToast, renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { DomainsScreen } from './domains-screen';

const API = '*/api/v1';
const SHOP = aDomain();
const INTERNATIONAL = aPendingDomain({ host: 'xn--bcher-kva.example', unicodeHost: 'bücher.example' });

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));

beforeEach(() => {
  signIn();
  server.use(...domainHandlers([theDefaultDomain(), SHOP, INTERNATIONAL]));
});

describe('domain list', () => {
  it('shows status, certificate and links of each domain', async () => {
    await renderScreen(<DomainsScreen />);
    const shop = await row(/go\.oatstreet\.example/);
    expect(shop.getByText('Verified')).toBeVisible();
    expect(shop.getByText('Expires 12 Feb 2099')).toBeVisible();
    expect(await shop.findByRole('link', { name: '12 links on go.oatstreet.example' })).toHaveAttribute(
      'href',
      '/dashboard/links?domain=go.oatstreet.example',
    );
    expect(shop.getByRole('link', { name: 'go.oatstreet.example' })).toHaveAttribute(
      'href',
      '/dashboard/domains/dom_1',
    );
    await expectAccessible();
  });

  it('shows both forms of an internationalized host, which links to its setup while pending', async () => {
    await renderScreen(<DomainsScreen />);
    const international = await row(/bücher\.example/);
    expect(international.getByText('xn--bcher-kva.example')).toBeVisible();
    expect(international.getByText('Pending DNS')).toBeVisible();
    expect(international.getByRole('link', { name: /^bücher/ })).toHaveAttribute(
      'href',
      '/dashboard/domains/dom_2/setup',
    );
  });

  it('finds domains by their host and their notes', async () => {
    server.use(...domainHandlers([theDefaultDomain(), aDomain({ notes: 'Renewed by Ada every May' }), INTERNATIONAL]));
    const { user } = await renderScreen(<DomainsScreen />);
    const search = await screen.findByRole('searchbox', { name: 'Search domains' });
    await user.type(search, ' ADA ');
    await waitFor(() => expect(screen.queryByRole('row', { name: /bücher/ })).toBeNull());
    expect(screen.getByRole('row', { name: /go\.oatstreet/ })).toBeVisible();
    await user.clear(search);
    await user.type(search, 'BÜCHER');
    await waitFor(() => expect(screen.queryByRole('row', { name: /go\.oatstreet/ })).toBeNull());
    expect(screen.getByRole('row', { name: /bücher/ })).toBeVisible();
    await user.type(search, ' and more');
    expect(await screen.findByText('No domain matches “BÜCHER and more”.')).toBeVisible();
  });

  it('marks the default domain, which has no settings', async () => {
    await renderScreen(<DomainsScreen />);
    const own = await row(/localhost:8080/);
    expect(own.getByText('Server default')).toBeVisible();
    expect(own.queryByRole('link', { name: 'localhost:8080' })).toBeNull();
  });

  it('offers to add a domain when there is only the default one', async () => {
    server.use(...domainHandlers([theDefaultDomain()]));
    const { user, router } = await renderScreen(<DomainsScreen />);
    await user.click(await screen.findByRole('button', { name: 'Add your first domain' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/domains/new'));
  });

  it('shows the error and retries', async () => {
    server.use(http.get(`${API}/domains`, () => problem(500, 'Broken.')));
    const { user } = await renderScreen(<DomainsScreen />);
    await screen.findByText('Broken.');
    server.use(...domainHandlers([SHOP]));
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('row', { name: /go\.oatstreet/ })).toBeVisible();
  });

  it('disables changes with the reason for an editor', async () => {
    server.use(
      http.get(`${API}/workspaces/current`, () =>
        HttpResponse.json(aWorkspace({ role: 'editor', permissions: ['links:read', 'links:write'] })),
      ),
    );
    const { user } = await renderScreen(<DomainsScreen />);
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Add domain' })).toHaveAccessibleDescription(
        "Your role (editor) can't manage domains. Ask an owner or admin.",
      ),
    );
    await user.click(await screen.findByRole('button', { name: 'Actions for go.oatstreet.example' }));
    expect(await screen.findByRole('menuitem', { name: 'Delete…' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('checks the DNS records of a domain from its menu', async () => {
    server.use(http.post(`${API}/domains/dom_2/verify`, () => HttpResponse.json(INTERNATIONAL)));
    const { user } = await renderScreen(<DomainsScreen />);
    await user.click(await screen.findByRole('button', { name: 'Actions for bücher.example' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Check DNS now' }));
    await findToast('bücher.example isn’t set up correctly');
  });

  it('chooses the domain of new links from the menus', async () => {
    let stored: { defaultDomainId: string | null } = { defaultDomainId: null };
    storeLastDomain('go.oatstreet.example');
    server.use(
      http.get(`${API}/workspaces/current`, () => HttpResponse.json(aWorkspace(stored))),
      http.patch(`${API}/workspaces/current`, async ({ request }) => {
        stored = (await request.json()) as typeof stored;
        return HttpResponse.json(aWorkspace(stored));
      }),
    );
    const { user } = await renderScreen(<DomainsScreen />);
    const [own, shop] = [await row(/localhost:8080/), await row(/go\.oatstreet\.example/)];
    expect(await own.findByText('Used for new links')).toBeVisible();
    expect(shop.queryByText('Used for new links')).toBeNull();
    await user.click(shop.getByRole('button', { name: /^Actions/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Use for new links' }));
    await findToast('New links use go.oatstreet.example');
    expect(shop.getByText('Used for new links')).toBeVisible();
    expect(own.queryByText('Used for new links')).toBeNull();
    expect(stored).toEqual({ defaultDomainId: 'dom_1' });
    expect(lastDomain()).toBe('');
    await expectAccessible();

    await user.click(own.getByRole('button', { name: /^Actions/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Use for new links' }));
    await findToast('New links use localhost:8080');
    expect(stored).toEqual({ defaultDomainId: null });
  });

  it('offers neither a pending domain nor the current one for new links', async () => {
    const { user } = await renderScreen(<DomainsScreen />);
    for (const name of ['bücher.example', 'localhost:8080']) {
      await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
      await screen.findByRole('menuitem', { name: 'Copy domain' });
      expect(screen.queryByRole('menuitem', { name: 'Use for new links' })).toBeNull();
      await user.keyboard('{Escape}');
    }
  });

  it('shows why a domain cannot be used for new links', async () => {
    server.use(http.patch(`${API}/workspaces/current`, () => problem(422, 'It is not verified yet.')));
    const { user } = await renderScreen(<DomainsScreen />);
    const shop = await row(/go\.oatstreet\.example/);
    await user.click(shop.getByRole('button', { name: /^Actions/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Use for new links' }));
    expect(await findToast('Couldn’t change the domain of new links')).toHaveTextContent('It is not verified yet.');
    expect(shop.queryByText('Used for new links')).toBeNull();
  });

  it('names the consequence of a deletion for new links', async () => {
    server.use(
      http.get(`${API}/workspaces/current`, () => HttpResponse.json(aWorkspace({ defaultDomainId: 'dom_1' }))),
    );
    const { user } = await renderScreen(<DomainsScreen />);
    const shop = await row(/go\.oatstreet\.example/);
    expect(await shop.findByText('Used for new links')).toBeVisible();
    await user.click(shop.getByRole('button', { name: /^Actions/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }));
    expect(await screen.findByText('New links use the default domain of this server instead.')).toBeVisible();
  });

  it('deletes a domain after its host is typed, and restores it with Undo', async () => {
    const calls: string[] = [];
    server.use(
      http.delete(`${API}/domains/dom_1`, () => {
        calls.push('delete');
        return new HttpResponse(null, { status: 204 });
      }),
      http.post(`${API}/domains/dom_1/restore`, () => {
        calls.push('restore');
        return HttpResponse.json(SHOP);
      }),
    );
    const { user } = await renderScreen(<DomainsScreen />);
    await user.click(await screen.findByRole('button', { name: 'Actions for go.oatstreet.example' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete go.oatstreet.example?' }));
    expect(await dialog.findByText(/12 links will show “404 Not Found”/)).toBeVisible();
    expect(await dialog.findByText('They had 31 clicks in the last 30 days.')).toBeVisible();
    expect(dialog.getByText(/2 saved QR codes will stop working/)).toBeVisible();
    expect(dialog.getByText(/restore the domain with its links for 7 days/)).toBeVisible();
    const confirm = dialog.getByRole('button', { name: 'Delete domain' });
    expect(confirm).toBeDisabled();
    await user.type(dialog.getByRole('textbox'), 'go.oatstreet.example');
    await user.click(confirm);
    const toast = within(await findToast('go.oatstreet.example deleted'));
    await user.click(toast.getByRole('button', { name: 'Undo' }));
    await findToast('go.oatstreet.example restored');
    expect(calls).toEqual(['delete', 'restore']);
  });

  it('requests the usage of all domains at once', async () => {
    let requests = 0;
    server.events.on('request:start', ({ request }) => {
      if (/\/(domains\/usage|links)/.test(request.url)) requests += 1;
    });
    await renderScreen(<DomainsScreen />);
    expect(await screen.findByRole('link', { name: '12 links on go.oatstreet.example' })).toBeVisible();
    expect(requests).toBe(1);
  });

  it('lists deleted domains with the days left, and restores them', async () => {
    let restored = 0;
    server.use(
      ...domainHandlers([theDefaultDomain()], { deleted: [aDeletedDomain({ purgeAt: inDays(4.5) })] }),
      http.post(`${API}/domains/dom_9/restore`, () => {
        restored += 1;
        return HttpResponse.json(SHOP);
      }),
    );
    const { user } = await renderScreen(<DomainsScreen />);
    const section = within(await screen.findByRole('region', { name: 'Recently deleted' }));
    expect(await section.findByText(/^12 links · 5 days left, until /)).toBeVisible();
    await expectAccessible();
    await user.click(section.getByRole('button', { name: 'Restore old.oatstreet.example' }));
    await findToast('old.oatstreet.example restored');
    expect(restored).toBe(1);
  });

  it('purges a deleted domain after its host is typed', async () => {
    let purged = 0;
    server.use(
      ...domainHandlers([theDefaultDomain()], { deleted: [aDeletedDomain()] }),
      http.delete(`${API}/domains/deleted/dom_9`, () => {
        purged += 1;
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = await renderScreen(<DomainsScreen />);
    await user.click(await screen.findByRole('button', { name: 'Delete old.oatstreet.example permanently' }));
    const dialog = within(
      await screen.findByRole('alertdialog', { name: 'Delete old.oatstreet.example permanently?' }),
    );
    expect(dialog.getByText(/Its 12 links will be deleted too/)).toBeVisible();
    const confirm = dialog.getByRole('button', { name: 'Delete permanently' });
    expect(confirm).toBeDisabled();
    await user.type(dialog.getByRole('textbox'), 'old.oatstreet.example');
    await user.click(confirm);
    await findToast('old.oatstreet.example deleted permanently');
    expect(purged).toBe(1);
  });
});
