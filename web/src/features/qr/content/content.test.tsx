import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { describeStatic } from '@/entities/qr-code/describe-static';
import { textOfStatic } from '@/entities/qr-code/drawing/static-text';
import type { StaticContent } from '@/entities/qr-code/static-content';
import { expectAccessible } from '@/test/axe';
import { linkHandlers, problem } from '@/test/fixtures/handlers';
import { aQrCode, aQrLook, qrHandlers } from '@/test/fixtures/qr-codes';
import { findToast, renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { CreateQrDialog } from '../create-qr-dialog';
import { EditStudio } from '../studio/studio-screen';
import { EMPTY_CONTENT, textOfForm, toStatic, toStaticForm } from './static-form';

const API = '*/api/v1';
const WIFI: StaticContent = { type: 'wifi', ssid: 'Guests', security: 'wpa', password: 'open sesame' };
const GUESTS = aQrCode({
  alias: 'guests',
  linkId: null,
  link: null,
  staticContent: WIFI,
  content: textOfStatic(WIFI),
  label: 'Guests',
  scans: null,
  ownScans: false,
});

/** The bodies of requests that create or change a code. */
let bodies: unknown[] = [];

beforeEach(() => {
  signIn();
  bodies = [];
  const save = async ({ request }: { request: Request }) => {
    bodies.push(await request.json());
    return HttpResponse.json(GUESTS, { status: request.method === 'POST' ? 201 : 200 });
  };
  server.use(
    http.get(`${API}/qr-presets`, () => HttpResponse.json({ items: [], nextCursor: null, total: 0 })),
    http.get(`${API}/domains`, () => HttpResponse.json({ items: [], nextCursor: null })),
    http.post(`${API}/qr-codes`, save),
    http.patch(`${API}/qr-codes/:id`, save),
    ...qrHandlers([GUESTS]),
    ...linkHandlers([]),
  );
});

const create = async (kind: string) => {
  const view = await renderScreen(<CreateQrDialog onClose={vi.fn()} />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Create a QR Code' }));
  await view.user.click(dialog.getByRole('combobox', { name: 'Type' }));
  await view.user.click(await screen.findByRole('option', { name: kind }));
  return { ...view, dialog };
};

describe('a new static code', () => {
  it('is drawn while its content is entered, and created with it', async () => {
    const { user, dialog } = await create('Wi-Fi network');
    expect(dialog.getByText(/cannot be changed after printing, and its scans are not counted/)).toBeVisible();
    expect(dialog.getByText('Fill in the content to see a preview.')).toBeVisible();
    await user.type(dialog.getByRole('textbox', { name: 'Network name' }), 'Guests');
    const password = dialog.getByLabelText('Network password');
    await user.type(password, 'open sesame');
    expect(password).toHaveAttribute('type', 'password');
    await user.click(dialog.getByRole('button', { name: 'Show network password' }));
    expect(password).toHaveAttribute('type', 'text');
    const drawing = await dialog.findByRole('img', { name: 'QR code of Wi-Fi network' }, { timeout: 10_000 });
    const before = drawing.getAttribute('src');
    await user.click(dialog.getByRole('checkbox', { name: /^Hidden network/ }));
    await waitFor(() => expect(drawing.getAttribute('src')).not.toBe(before));
    await expectAccessible(screen.getByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Create QR code' }));
    expect(await findToast('QR code created')).toBeVisible();
    expect(bodies).toEqual([{ staticContent: { ...WIFI, hidden: true }, name: null, look: aQrLook({ size: 1024 }) }]);
  });

  it('shows the errors of the server at their fields, and others above the buttons', async () => {
    server.use(
      http.post(`${API}/qr-codes`, () =>
        problem(422, 'Invalid.', [
          { field: 'staticContent.firstName', message: 'Enter a first name, a last name or an organization.' },
          { field: 'staticContent.email', message: 'Enter an email address such as ada@example.com.' },
          { field: 'staticContent', message: 'A code of this content has 1,200 bytes.' },
        ]),
      ),
    );
    const { user, dialog } = await create('Contact');
    await user.type(dialog.getByRole('textbox', { name: 'Email' }), 'mara');
    await user.click(dialog.getByRole('button', { name: 'Create QR code' }));
    expect(await dialog.findByText('Enter a first name, a last name or an organization.')).toBeVisible();
    expect(dialog.getByRole('textbox', { name: 'Email' })).toBeInvalid();
    expect(dialog.getByText('A code of this content has 1,200 bytes.')).toBeVisible();
    await user.type(dialog.getByRole('textbox', { name: 'First name' }), 'Mara');
    expect(dialog.getByRole('textbox', { name: 'First name' })).toBeValid();
  });

  it('takes both coordinates from a map', async () => {
    const { user, dialog } = await create('Location');
    await user.click(dialog.getByRole('textbox', { name: 'Latitude' }));
    await user.paste('38.7077, -9.1366');
    expect(dialog.getByRole('textbox', { name: 'Longitude' })).toHaveValue('-9.1366');
    await user.click(dialog.getByRole('button', { name: 'Create QR code' }));
    await findToast('QR code created');
    expect(bodies).toMatchObject([{ staticContent: { type: 'location', latitude: 38.7077, longitude: -9.1366 } }]);
  });

  it('keeps the day when an event becomes one of whole days', async () => {
    const { user, dialog } = await create('Event');
    await user.type(dialog.getByLabelText('Starts'), '2026-12-04T18:00');
    await user.click(dialog.getByRole('checkbox', { name: 'All day' }));
    expect(dialog.getByLabelText('Starts')).toHaveValue('2026-12-04');
    await user.click(dialog.getByRole('checkbox', { name: 'All day' }));
    expect(dialog.getByLabelText('Starts')).toHaveValue('2026-12-04T09:00');
  });
});

describe('a saved static code', () => {
  it('shows its content in the studio, redraws changes, and saves them', async () => {
    const { user } = await renderScreen(<EditStudio codeId={GUESTS.id} />);
    const drawing = await screen.findByRole('img', { name: 'QR code of Guests' }, { timeout: 10_000 });
    const before = drawing.getAttribute('src');
    const name = screen.getByRole('textbox', { name: 'Network name' });
    expect(name).toHaveValue('Guests');
    expect(screen.getByLabelText('Network password')).toHaveValue('open sesame');
    expect(screen.getByText(/printed copies keep their content/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Download SVG' })).toBeVisible();
    await user.type(name, ' 2');
    await waitFor(() => expect(drawing.getAttribute('src')).not.toBe(before));
    expect(screen.getByText('Save the content first: files have the saved content.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(drawing.getAttribute('src')).toBe(before));
    await user.click(screen.getByRole('button', { name: 'Redo' }));
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await findToast('QR code saved');
    expect(bodies).toMatchObject([{ staticContent: { ...WIFI, ssid: 'Guests 2' } }]);
  });

  it('cannot become the code of a link', async () => {
    const { user } = await renderScreen(<EditStudio codeId={GUESTS.id} />);
    await user.click(await screen.findByRole('combobox', { name: 'Type' }));
    expect(await screen.findByRole('option', { name: 'Contact' })).toBeVisible();
    expect(screen.queryByRole('option', { name: 'Link' })).toBeNull();
  });
});

describe('static contents', () => {
  const zone = 'Europe/Lisbon';
  const all: [StaticContent, string][] = [
    [{ type: 'url', url: 'https://example.com/' }, 'Web address: https://example.com/'],
    [{ type: 'text', text: 'Table 7' }, 'Text: Table 7'],
    [
      { type: 'vcard', version: '3.0', firstName: 'Mara', lastName: 'Vale', organization: 'Oat Street', phone: '110' },
      'Contact: Mara Vale, Oat Street, 110',
    ],
    [{ type: 'wifi', ssid: 'lab', security: 'none', hidden: true }, 'Wi-Fi network: lab, no password, hidden'],
    [{ type: 'email', to: 'ada@example.com', subject: 'Hello' }, 'Email: ada@example.com, Hello'],
    [{ type: 'sms', phone: '80888', message: 'Yes' }, 'Text message: 80888, Yes'],
    [{ type: 'phone', phone: '110' }, 'Phone call: 110'],
    [
      {
        type: 'event',
        title: 'Cupping',
        startsAt: '2026-12-04T18:00:00.000Z',
        endsAt: '2026-12-04T19:00:00.000Z',
        allDay: false,
      },
      'Event: Cupping, 4 Dec 2026',
    ],
    [{ type: 'location', latitude: 38.7077, longitude: -9.1366 }, 'Location: 38.7077, -9.1366'],
  ];

  it.each(all)('%o are the same after they were edited', (content, words) => {
    const form = toStaticForm(content, zone);
    expect(toStatic(form, zone)).toEqual(content);
    expect(textOfForm(form, zone)).toBe(textOfStatic(content));
    expect(describeStatic(content)).toBe(words);
  });

  it('are not drawn while required fields are empty', () => {
    for (const [{ type }] of all) expect(textOfForm({ ...EMPTY_CONTENT, type }, zone)).toBe('');
    expect(textOfForm({ ...EMPTY_CONTENT, type: 'location', latitude: 'north', longitude: '2' }, zone)).toBe('');
  });

  it('never describe the password of a network', () => {
    expect(describeStatic(WIFI)).toBe('Wi-Fi network: Guests, WPA');
  });
});
