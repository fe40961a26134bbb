import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ApiKey } from '@/entities/api-key/api-key.queries';
import { expectAccessible } from '@/test/axe';
import { anApiKey } from '@/test/fixtures/api-keys';
import { problem } from '@/test/fixtures/handlers';
import { aWorkspace } from '@/test/fixtures/workspace';
import { findToast, renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { ApiKeysScreen } from './api-keys-screen';

const API = '*/api/v1';
const SECRET = 'lnt_4fGh2K0123456789012345678901abcdefgh';

function listHandler(keys: readonly ApiKey[]) {
  return http.get(`${API}/api-keys`, () => HttpResponse.json({ items: keys, nextCursor: null, total: keys.length }));
}

beforeEach(() => {
  signIn();
  server.use(
    listHandler([anApiKey()]),
    http.get(`${API}/workspaces/current`, () => HttpResponse.json(aWorkspace())),
  );
});

const openMenu = async (item: string) => {
  const { user } = await renderScreen(<ApiKeysScreen />);
  await user.click(await screen.findByRole('button', { name: 'Actions for Deploy script' }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
  return user;
};

describe('API key list', () => {
  it('shows access, last use and expiry of each key', async () => {
    server.use(
      listHandler([
        anApiKey({
          scopes: ['links:read', 'track:write'],
          networks: ['192.0.2.0/24'],
          lastUsedAt: new Date(Date.now() - 90_000_000).toISOString(),
          lastUsedNetwork: '198.51.100.0/24',
          lastUsedPlace: 'Berlin, DE',
          expiresAt: '2099-02-12T00:00:00Z',
        }),
        anApiKey({ id: 'key_2', name: 'Old one', status: 'expired', expiresAt: '2026-01-02T12:00:00Z' }),
        anApiKey({ id: 'key_3', name: 'Orphan', status: 'disabled' }),
      ]),
    );
    await renderScreen(<ApiKeysScreen />);
    const row = within(await screen.findByRole('row', { name: /Deploy script/ }));
    expect(row.getByText('Links: read, Conversion tracking')).toBeVisible();
    expect(row.getByText('192.0.2.0/24')).toBeVisible();
    expect(row.getByText('198.51.100.0/24')).toBeVisible();
    expect(row.getByText('Berlin, DE')).toBeVisible();
    expect(row.getByText('12 Feb 2099')).toBeVisible();
    expect(within(screen.getByRole('row', { name: /Old one/ })).getByText('Expired')).toBeVisible();
    expect(within(screen.getByRole('row', { name: /Orphan/ })).getByText('Disabled')).toBeVisible();
    await expectAccessible();
  });

  it('offers to create a key when there is none', async () => {
    server.use(listHandler([]));
    const { user } = await renderScreen(<ApiKeysScreen />);
    await user.click(await screen.findByRole('button', { name: 'Create your first key' }));
    expect(await screen.findByRole('dialog', { name: 'Create API key' })).toBeVisible();
  });

  it('says why an editor sees no keys, and requests none', async () => {
    const requests: string[] = [];
    server.use(
      http.get(`${API}/workspaces/current`, () =>
        HttpResponse.json(aWorkspace({ role: 'editor', permissions: ['links:read', 'links:write'] })),
      ),
      http.get(`${API}/api-keys`, () => {
        requests.push('list');
        return problem(403, 'No.');
      }),
    );
    await renderScreen(<ApiKeysScreen />);
    expect(await screen.findByText("Your role (editor) can't manage API keys. Ask an owner or admin.")).toBeVisible();
    expect(screen.getByRole('button', { name: 'Create key' })).toHaveAttribute('aria-disabled', 'true');
    expect(requests).toEqual([]);
  });
});

describe('API key form', () => {
  it('creates a key and shows its secret and a command once', async () => {
    const bodies: unknown[] = [];
    server.use(
      http.post(`${API}/api-keys`, async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json({ ...anApiKey({ name: 'Sync', scopes: ['qr:read'] }), key: SECRET }, { status: 201 });
      }),
    );
    const { user } = await renderScreen(<ApiKeysScreen />);
    await user.click(await screen.findByRole('button', { name: 'Create key' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Create API key' }));
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Sync');
    await user.click(dialog.getByRole('radio', { name: 'Links: None' }));
    await user.click(dialog.getByRole('radio', { name: 'QR codes: Read' }));
    await user.type(dialog.getByRole('textbox', { name: 'Allowed networks' }), '192.0.2.0/24,');
    await user.click(dialog.getByRole('combobox', { name: 'Expires' }));
    await user.click(await screen.findByRole('option', { name: 'Never' }));
    await expectAccessible(screen.getByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Create key' }));
    expect(await screen.findByRole('textbox', { name: 'API key' })).toHaveValue(SECRET);
    expect(screen.getByRole('region', { name: 'Command' })).toHaveTextContent(`Bearer ${SECRET}`);
    expect(screen.getByRole('region', { name: 'Command' })).toHaveTextContent('/api/v1/qr-codes');
    expect(bodies).toEqual([
      {
        name: 'Sync',
        scopes: ['qr:read'],
        networks: ['192.0.2.0/24'],
        compat: null,
        yourlsSignature: false,
        yourlsUnique: true,
        expiresAt: null,
      },
    ]);
    await expectAccessible(screen.getByRole('dialog'));
  });

  it('applies a preset and requires some access and a name', async () => {
    const { user } = await renderScreen(<ApiKeysScreen />);
    await user.click(await screen.findByRole('button', { name: 'Create key' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Create API key' }));
    await user.click(dialog.getByRole('button', { name: 'Read only' }));
    expect(dialog.getByRole('button', { name: 'Read only' })).toHaveAttribute('aria-pressed', 'true');
    expect(dialog.getByRole('radio', { name: 'Domains: Read' })).toBeChecked();
    await user.click(dialog.getByRole('button', { name: 'Create links' }));
    await user.click(dialog.getByRole('radio', { name: 'Links: None' }));
    await user.click(dialog.getByRole('button', { name: 'Create key' }));
    expect(await dialog.findByText('Enter a name for the key.')).toBeVisible();
    expect(dialog.getByText('Allow at least one resource.')).toBeVisible();
  });

  it('edits a key and sends an expiry that was not changed as it was', async () => {
    const bodies: unknown[] = [];
    const expiresAt = '2099-02-12T15:30:00Z';
    server.use(
      listHandler([anApiKey({ expiresAt, scopes: ['links:read', 'pages:read'], compat: ['kutt'] })]),
      http.patch(`${API}/api-keys/key_1`, async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json(anApiKey({ name: 'Renamed' }));
      }),
    );
    const user = await openMenu('Edit…');
    const name = await screen.findByRole('textbox', { name: 'Name' });
    await user.clear(name);
    await user.type(name, 'Renamed');
    await user.click(screen.getByRole('radio', { name: 'Links: Read and write' }));
    const usableBy = screen.getByRole('combobox', { name: 'Usable by' });
    expect(usableBy).toHaveTextContent('Clients of Linnet and Kutt');
    await user.click(usableBy);
    await user.click(await screen.findByRole('option', { name: 'Only clients of Linnet' }));
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await findToast('Renamed saved');
    expect(bodies).toEqual([
      {
        name: 'Renamed',
        scopes: ['pages:read', 'links:write'],
        networks: [],
        compat: [],
        yourlsSignature: false,
        yourlsUnique: true,
        expiresAt,
      },
    ]);
  });
});

describe('YOURLS signature', () => {
  const SIGNATURE = '5f4dcc3b5aa765d61d8327deb882cf99';

  it('is set in the form for keys that clients of YOURLS can use, and shown with the new key', async () => {
    const bodies: unknown[] = [];
    server.use(
      http.post(`${API}/api-keys`, async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json({ ...anApiKey({ yourlsSignature: true }), key: SECRET }, { status: 201 });
      }),
      http.get(`${API}/api-keys/key_1/signature`, () => HttpResponse.json({ signature: SIGNATURE })),
    );
    const { user } = await renderScreen(<ApiKeysScreen />);
    await user.click(await screen.findByRole('button', { name: 'Create key' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Create API key' }));
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Blog');
    await user.click(dialog.getByRole('switch', { name: 'YOURLS signature' }));
    await user.click(dialog.getByRole('combobox', { name: 'Usable by' }));
    await user.click(await screen.findByRole('option', { name: 'Clients of Linnet and Kutt' }));
    expect(dialog.queryByRole('switch', { name: 'YOURLS signature' })).toBeNull();
    await user.click(dialog.getByRole('combobox', { name: 'Usable by' }));
    await user.click(await screen.findByRole('option', { name: 'Clients of Linnet and YOURLS' }));
    await user.click(dialog.getByRole('button', { name: 'Create key' }));
    expect(await screen.findByRole('textbox', { name: 'YOURLS signature' })).toHaveValue(SIGNATURE);
    expect(bodies).toMatchObject([{ compat: ['yourls'], yourlsSignature: true }]);
  });

  it('stands beside the choice of one link for each destination', async () => {
    const bodies: unknown[] = [];
    server.use(
      listHandler([anApiKey()]),
      http.patch(`${API}/api-keys/key_1`, async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json(anApiKey({ yourlsUnique: false }));
      }),
    );
    const user = await openMenu('Edit…');
    const unique = await screen.findByRole('switch', { name: 'One link for each destination' });
    expect(unique).toBeChecked();
    expect(unique).toHaveAccessibleDescription(/get the short URL that it has/);
    await user.click(unique);
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await findToast('Deploy script saved');
    expect(bodies).toMatchObject([{ yourlsSignature: false, yourlsUnique: false }]);
  });

  it('is dropped when the key is limited to clients that do not use it', async () => {
    const bodies: unknown[] = [];
    server.use(
      listHandler([anApiKey({ yourlsSignature: true })]),
      http.patch(`${API}/api-keys/key_1`, async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json(anApiKey());
      }),
    );
    const user = await openMenu('Edit…');
    await user.click(await screen.findByRole('combobox', { name: 'Usable by' }));
    await user.click(await screen.findByRole('option', { name: 'Only clients of Linnet' }));
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await findToast('Deploy script saved');
    expect(bodies).toMatchObject([{ compat: [], yourlsSignature: false }]);
  });

  it('is shown from the menu of keys that have one, after an error when it is requested again', async () => {
    let requests = 0;
    server.use(
      listHandler([anApiKey({ yourlsSignature: true })]),
      http.get(`${API}/api-keys/key_1/signature`, () => {
        requests += 1;
        return requests === 1 ? problem(500, 'Not now.') : HttpResponse.json({ signature: SIGNATURE });
      }),
    );
    const user = await openMenu('Show signature…');
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('textbox', { name: 'YOURLS signature' })).toHaveValue(SIGNATURE);
    await user.click(screen.getByRole('button', { name: 'Copy the signature' }));
    expect(await navigator.clipboard.readText()).toBe(SIGNATURE);
    await expectAccessible(screen.getByRole('dialog'));
  });

  it('is not offered for keys without one', async () => {
    const { user } = await renderScreen(<ApiKeysScreen />);
    await user.click(await screen.findByRole('button', { name: 'Actions for Deploy script' }));
    expect(await screen.findByRole('menuitem', { name: 'Rotate…' })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: 'Show signature…' })).toBeNull();
  });
});

describe('API key actions', () => {
  it('rotates a key with an overlap and shows the new secret', async () => {
    const bodies: unknown[] = [];
    server.use(
      http.post(`${API}/api-keys/key_1/rotate`, async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json({ ...anApiKey(), key: SECRET }, { status: 201 });
      }),
    );
    const user = await openMenu('Rotate…');
    await user.click(await screen.findByRole('combobox', { name: /Current secret/ }));
    await user.click(await screen.findByRole('option', { name: 'Works for 1 more hour' }));
    await user.click(screen.getByRole('button', { name: 'Rotate key' }));
    expect(await screen.findByRole('textbox', { name: 'API key' })).toHaveValue(SECRET);
    expect(bodies).toEqual([{ overlapSeconds: 3600 }]);
  });

  it('revokes a key after a confirmation', async () => {
    server.use(http.delete(`${API}/api-keys/key_1`, () => new HttpResponse(null, { status: 204 })));
    const user = await openMenu('Revoke…');
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Revoke Deploy script?' }));
    server.use(listHandler([]));
    await user.click(dialog.getByRole('button', { name: 'Revoke key' }));
    await findToast('Deploy script revoked');
    await waitFor(() => expect(screen.getByText('No API keys yet')).toBeVisible());
  });
});
