import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { shortcutHandler } from '@/shared/lib/shortcuts';
import { expectAccessible } from '@/test/axe';
import { linkHandlers, problem } from '@/test/fixtures/handlers';
import { aQrCode, aQrLook, qrHandlers, READ_ONLY, readOnlyFolder } from '@/test/fixtures/qr-codes';
import { findToast, renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { QrScreen } from '../qr-screen';

const API = '*/api/v1';
const POSTER = aQrCode({ alias: 'launch', name: 'Poster' });
const MENU = aQrCode({ ownScans: false });
const WIFI = aQrCode({
  alias: 'wifi',
  linkId: null,
  link: null,
  staticContent: { type: 'wifi', ssid: 'Guests', security: 'none' },
  content: 'WIFI:T:nopass;S:Guests;;',
  label: 'Guests',
  scans: null,
  ownScans: false,
});
const SPRING = { id: 'qrp_1', name: 'Spring', look: aQrLook({ modules: 'star', dark: '#5b2a86' }) };

/** The body of each request that changes looks. */
let changes: { ids: string[]; look: unknown }[] = [];

beforeEach(() => {
  signIn();
  changes = [];
  server.use(
    http.get(`${API}/qr-presets`, () => HttpResponse.json({ items: [SPRING], nextCursor: null, total: 1 })),
    http.patch(`${API}/qr-codes/bulk`, async ({ request }) => {
      const change = (await request.json()) as { ids: string[]; look: unknown };
      changes.push(change);
      const denied = { code: 'forbidden', message: 'You can only view this folder.', status: 403 };
      return HttpResponse.json({
        results: change.ids.map((id, index) =>
          id === MENU.id ? { index, status: 403, error: denied } : { index, status: 200, id, look: change.look },
        ),
      });
    }),
    ...qrHandlers([POSTER, MENU, WIFI]),
    ...linkHandlers([]),
  );
});

const select = async (...names: string[]) => {
  const view = await renderScreen(<QrScreen search={{ q: '' }} onChange={vi.fn()} onEdit={vi.fn()} />);
  for (const name of names) await view.user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
  return { ...view, bar: within(await screen.findByRole('toolbar', { name: 'Selection' })) };
};

describe('selected QR codes', () => {
  it('get the design of a preset', async () => {
    const { user, bar } = await select('Poster', 'Guests');
    expect(bar.getByText('2 selected')).toBeVisible();
    await user.click(bar.getByRole('button', { name: 'Apply preset' }));
    const dialog = await screen.findByRole('dialog', { name: 'Apply preset to 2 codes' });
    expect(within(dialog).getByText(/names, links and static contents/)).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Apply preset' }));
    expect(await within(dialog).findByText('Choose a preset.')).toBeVisible();
    await user.click(within(dialog).getByRole('radio', { name: 'Spring' }));
    await expectAccessible(dialog);
    await user.click(within(dialog).getByRole('button', { name: 'Apply preset' }));
    expect(await findToast('Spring applied to 2 codes')).toBeVisible();
    expect(changes).toEqual([{ ids: [POSTER.id, WIFI.id], look: SPRING.look }]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('toolbar', { name: 'Selection' })).toBeNull();
  });

  it('that cannot be changed are listed and stay selected', async () => {
    const { user, bar } = await select('Poster', '/menu');
    await user.click(bar.getByRole('button', { name: 'Apply preset' }));
    expect(await screen.findByText(/^1 older code will count scans separately/)).toBeVisible();
    await user.click(await screen.findByRole('radio', { name: 'Spring' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Apply preset' }));
    const list = await screen.findByRole('list', { name: 'Codes that were not changed' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(1);
    expect(within(list).getByText('/menu')).toBeVisible();
    expect(within(list).getByText('You can only view this folder.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Done' }));
    expect(screen.getByText('1 selected')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Select /menu' })).toBeChecked();
  });

  it('are only downloaded when their folder can only be read', async () => {
    const board = aQrCode({ alias: 'board', name: 'Board', folderId: 'fld_board' });
    server.use(...qrHandlers([POSTER, board]), readOnlyFolder('fld_board'));
    const { user, bar } = await select('Board');
    const apply = bar.getByRole('button', { name: 'Apply preset' });
    await waitFor(() => expect(apply).toHaveAttribute('aria-disabled', 'true'));
    expect(apply).toHaveAccessibleDescription(READ_ONLY);
    expect(bar.getByRole('button', { name: 'Download selected codes' })).toBeEnabled();
    await user.click(screen.getByRole('checkbox', { name: 'Select Poster' }));
    expect(bar.getByText('2 selected, 1 read only')).toBeVisible();
    await user.click(bar.getByRole('button', { name: 'Apply preset' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Apply preset to 1 code' }));
    await user.click(await dialog.findByRole('radio', { name: 'Spring' }));
    await user.click(dialog.getByRole('button', { name: 'Apply preset' }));
    expect(await findToast('Spring applied to 1 code')).toBeVisible();
    expect(changes).toEqual([{ ids: [POSTER.id], look: SPRING.look }]);
  });

  it('are all listed when the request fails', async () => {
    server.use(http.patch(`${API}/qr-codes/bulk`, () => problem(500, 'The server has a problem.')));
    const { user, bar } = await select('Poster', 'Guests');
    await user.click(bar.getByRole('button', { name: 'Apply preset' }));
    await user.click(await screen.findByRole('radio', { name: 'Spring' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Apply preset' }));
    expect(await screen.findByRole('dialog', { name: '2 codes not changed' })).toBeVisible();
  });

  it('lead to the studio while the workspace has no presets', async () => {
    server.use(http.get(`${API}/qr-presets`, () => HttpResponse.json({ items: [], nextCursor: null, total: 0 })));
    const { user, bar } = await select('Poster');
    await user.click(bar.getByRole('button', { name: 'Apply preset' }));
    expect(await screen.findByRole('link', { name: 'Design Poster' })).toHaveAttribute(
      'href',
      `/dashboard/qr-codes/${POSTER.id}`,
    );
  });

  it('are downloaded as an archive', async () => {
    const bodies: unknown[] = [];
    server.use(
      http.post(`${API}/qr-codes/archive`, async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json({ id: 'job_1' }, { status: 202 });
      }),
    );
    const { user, bar } = await select('Poster', 'Guests');
    await user.click(bar.getByRole('button', { name: 'Download selected codes' }));
    await user.click(await screen.findByRole('menuitem', { name: 'PNG' }));
    expect(await findToast('Archive started')).toBeVisible();
    expect(bodies).toEqual([{ format: 'png', ids: [POSTER.id, WIFI.id] }]);
  });

  it('are chosen with the keyboard', async () => {
    const onKey = shortcutHandler(() => true);
    window.addEventListener('keydown', onKey);
    onTestFinished(() => window.removeEventListener('keydown', onKey));
    const { user } = await select('Poster');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('toolbar', { name: 'Selection' })).toBeNull());
    await user.keyboard('jjjx');
    expect(screen.getByRole('checkbox', { name: 'Select Guests' })).toBeChecked();
    await user.keyboard('k');
    expect(screen.getByRole('link', { name: '/menu' })).toHaveFocus();
  });
});
