import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { expectAccessible } from '@/test/axe';
import { anApiKey } from '@/test/fixtures/api-keys';
import { aDomain, aPendingDomain, theDefaultDomain } from '@/test/fixtures/domains';
import { problem } from '@/test/fixtures/handlers';
import { aWorkspace } from '@/test/fixtures/workspace';
import { renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { IntegrationsScreen } from './integrations-screen';

const API = '*/api/v1';

const list = (items: readonly unknown[]) => HttpResponse.json({ items, nextCursor: null, total: items.length });

/** The server answers `compat`, and the workspace has `domains`. */
function serve(compat: readonly string[], domains: readonly unknown[] = [theDefaultDomain()]) {
  server.use(
    http.get(`${API}/capabilities`, () => HttpResponse.json({ cities: false, compat })),
    http.get(`${API}/domains`, () => list(domains)),
  );
}

beforeEach(() => {
  signIn();
  server.use(http.get(`${API}/workspaces/current`, () => HttpResponse.json(aWorkspace())));
});

const own = window.location.origin;

it('shows what to enter for each shortener that the server answers', async () => {
  serve(['yourls']);
  const { user } = await renderScreen(<IntegrationsScreen />);
  expect(await screen.findByRole('heading', { name: 'YOURLS' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Kutt' })).toBeNull();
  expect(screen.queryByRole('combobox', { name: 'Host' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Copy the host for YOURLS' }));
  expect(await navigator.clipboard.readText()).toBe(own);
  await user.click(screen.getByRole('button', { name: 'Copy the URL of the API for YOURLS' }));
  expect(await navigator.clipboard.readText()).toBe(`${own}/yourls-api.php`);
  expect(screen.getByText(/switch on “YOURLS signature”/)).toBeVisible();
  const link = screen.getByRole('link', { name: 'What works and what differs' });
  expect(link).toHaveAttribute('href', '/docs/compat#yourls');
  await expectAccessible(document.body);
});

it('shows the addresses on a verified domain of the workspace', async () => {
  serve(['kutt', 'yourls'], [theDefaultDomain(), aDomain(), aPendingDomain({ host: 'soon.oatstreet.example' })]);
  const { user } = await renderScreen(<IntegrationsScreen />);
  await user.click(await screen.findByRole('combobox', { name: 'Host' }));
  const hosts = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
  expect(hosts).toEqual([window.location.host, 'go.oatstreet.example']);
  await user.click(screen.getByRole('option', { name: 'go.oatstreet.example' }));
  expect(screen.getByText(`${window.location.protocol}//go.oatstreet.example/api/v2`)).toBeVisible();
  expect(screen.getAllByText(`${window.location.protocol}//go.oatstreet.example`)).toHaveLength(2);
});

it('creates a key for the clients of a shortener', async () => {
  serve(['kutt']);
  const bodies: unknown[] = [];
  server.use(
    http.post(`${API}/api-keys`, async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json({ ...anApiKey({ name: 'Kutt' }), key: 'lnt_secret' }, { status: 201 });
    }),
  );
  const { user } = await renderScreen(<IntegrationsScreen />);
  await user.click(await screen.findByRole('button', { name: 'Create key for Kutt' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create API key' }));
  expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Kutt');
  expect(dialog.getByRole('combobox', { name: 'Usable by' })).toHaveTextContent('Clients of Linnet and Kutt');
  await user.click(dialog.getByRole('button', { name: 'Create key' }));
  expect(await screen.findByRole('textbox', { name: 'API key' })).toHaveValue('lnt_secret');
  expect(bodies).toMatchObject([{ name: 'Kutt', scopes: ['links:write', 'analytics:read'], compat: ['kutt'] }]);
});

it('says when the server answers no such API', async () => {
  serve([]);
  await renderScreen(<IntegrationsScreen />);
  expect(await screen.findByText('Switched off')).toBeVisible();
});

it('requests the list again after an error', async () => {
  serve(['kutt']);
  server.use(http.get(`${API}/capabilities`, () => problem(500, 'Not now.'), { once: true }));
  const { user } = await renderScreen(<IntegrationsScreen />);
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Kutt' })).toBeVisible();
});

it('disables the creation of keys for roles that cannot manage them', async () => {
  serve(['kutt']);
  server.use(
    http.get(`${API}/workspaces/current`, () =>
      HttpResponse.json(aWorkspace({ role: 'editor', permissions: ['links:read', 'links:write'] })),
    ),
  );
  await renderScreen(<IntegrationsScreen />);
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Create key for Kutt' })).toHaveAttribute('aria-disabled', 'true'),
  );
});
