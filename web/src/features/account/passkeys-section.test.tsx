import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { expectAccessible } from '@/test/axe';
import { stubPasskeys } from '@/test/passkeys';
import { findToast, renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { PasskeysSection } from './passkeys-section';

const MACBOOK = { id: 'psk_1', name: 'MacBook', synced: true, createdAt: '2026-11-01T10:00:00Z', lastUsedAt: null };
const OPTIONS = {
  publicKey: {
    rp: { id: 'localhost', name: 'Linnet' },
    user: { id: 'dQ', name: 'a', displayName: 'a' },
    challenge: 'Yw',
    pubKeyCredParams: [],
  },
};

let passkeys = [MACBOOK];
let device: ReturnType<typeof stubPasskeys>;

beforeEach(() => {
  signIn();
  passkeys = [MACBOOK];
  device = stubPasskeys();
  server.use(
    http.get('*/api/v1/me/passkeys', () =>
      HttpResponse.json({ items: passkeys, nextCursor: null, total: passkeys.length }),
    ),
    http.post('*/api/v1/me/passkeys/options', () => HttpResponse.json(OPTIONS)),
    http.post('*/api/v1/me/passkeys', async ({ request }) => {
      const { name } = (await request.json()) as { name: string };
      const added = { ...MACBOOK, id: 'psk_2', name, synced: false };
      passkeys = [...passkeys, added];
      return HttpResponse.json(added, { status: 201 });
    }),
    http.patch('*/api/v1/me/passkeys/psk_1', async ({ request }) => {
      const { name } = (await request.json()) as { name: string };
      passkeys = [{ ...MACBOOK, name }];
      return HttpResponse.json(passkeys[0]);
    }),
    http.delete('*/api/v1/me/passkeys/psk_1', () => {
      passkeys = [];
      return new HttpResponse(null, { status: 204 });
    }),
  );
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('passkeys', () => {
  it('are created on the device and listed', async () => {
    const { user, container } = await renderScreen(<PasskeysSection />);
    await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add a passkey' });
    await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(screen.getByLabelText('Name')).toHaveAccessibleDescription(/Enter a name/));
    await user.type(screen.getByLabelText('Name'), ' iPhone {Enter}');
    expect(await screen.findByText('iPhone')).toBeInTheDocument();
    await expectAccessible(container);
  });

  it('shows that the device did not create one', async () => {
    device.create.mockRejectedValue(new DOMException('cancelled', 'NotAllowedError'));
    const { user } = await renderScreen(<PasskeysSection />);
    await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
    await user.type(await screen.findByLabelText('Name'), 'iPhone{Enter}');
    expect(await findToast('Couldn’t add the passkey')).toHaveTextContent('Your device didn’t create a passkey.');
    expect(screen.getByRole('dialog')).toBeInTheDocument();
  });

  it('are renamed', async () => {
    const { user } = await renderScreen(<PasskeysSection />);
    await user.click(await screen.findByRole('button', { name: 'Rename MacBook' }));
    const name = await screen.findByLabelText('Name');
    await user.clear(name);
    await user.type(name, 'Work{Enter}');
    expect(await screen.findByText('Work')).toBeInTheDocument();
  });

  it('are removed after a confirmation', async () => {
    const { user } = await renderScreen(<PasskeysSection />);
    await user.click(await screen.findByRole('button', { name: 'Remove MacBook' }));
    await user.click(await screen.findByRole('button', { name: 'Remove passkey' }));
    await waitFor(() => expect(screen.queryByText('MacBook')).toBeNull());
  });
});
