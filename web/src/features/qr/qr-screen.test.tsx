import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { shortcutHandler } from '@/shared/lib/shortcuts';
import { expectAccessible } from '@/test/axe';
import { aDomain } from '@/test/fixtures/domains';
import { linkHandlers, problem } from '@/test/fixtures/handlers';
import { aLink } from '@/test/fixtures/links';
import { aQrCode, aQrLook, qrHandlers, READ_ONLY, readOnlyFolder } from '@/test/fixtures/qr-codes';
import { findToast, renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { QrDialogs } from './qr-dialogs';
import { QrScreen } from './qr-screen';
import { parseQrSearch, type QrSearch } from './qr-search';

const API = '*/api/v1';
const POSTER = aQrCode({ alias: 'launch', name: 'Poster', scans: 1204 });
const MENU = aQrCode({ scans: 1 });

/** A response that never arrives. */
const never = () => new Promise<never>(() => {});

const onEdit = vi.fn();

/** The screen with its dialogs and its search in component state. */
function Codes({ start = {} }: { start?: Partial<QrSearch> }) {
  const [search, setSearch] = useState(() => parseQrSearch(start));
  const change = (patch: Partial<QrSearch>) => setSearch((prev) => ({ ...prev, ...patch }));
  return (
    <>
      <QrScreen search={search} onChange={change} onEdit={onEdit} />
      <QrDialogs
        creating={search.new === 1}
        linkId={search.linkId}
        onClose={() => change({ new: undefined, linkId: undefined })}
      />
    </>
  );
}

const card = async (heading: string) => {
  const item = (await screen.findByRole('heading', { name: heading })).closest('li');
  if (!item) throw new Error(`No card has the heading ${heading}.`);
  return within(item);
};

beforeEach(() => {
  signIn();
  onEdit.mockClear();
  server.use(...qrHandlers([POSTER, MENU]), ...linkHandlers([aLink(), aLink({ alias: 'menu' })]));
});

describe('QR code list', () => {
  it('shows each code with its image, link and scans', async () => {
    await renderScreen(<Codes />);
    const poster = await card('Poster');
    const picture = await poster.findByRole('img', { name: 'QR code of /launch' });
    expect(picture).toHaveAttribute('src', expect.stringMatching(/^data:image\/svg\+xml,%3Csvg/));
    expect(poster.getByRole('link', { name: '/launch' })).toHaveAttribute('href', '/dashboard/links/lnk_launch');
    expect(poster.getByText('1,204')).toBeVisible();
    expect((await card('shop.example/menu')).getByText(/scan$/)).toHaveTextContent('1 scan');
    expect(screen.getByText('2 codes')).toBeVisible();
    await expectAccessible();
  });

  it('shows the scans of the last 30 days, those of older codes together, but none of static codes', async () => {
    const spark = [...Array<number>(28).fill(0), 4, 3];
    const guests = aQrCode({
      id: 'qrc_guests',
      linkId: null,
      link: null,
      staticContent: { type: 'wifi', ssid: 'Guests', security: 'none' },
      label: 'Guests',
      scans: null,
      ownScans: false,
    });
    const requests: string[] = [];
    server.events.on('request:start', ({ request }) => requests.push(request.url));
    const old = aQrCode({ id: 'qrc_old', name: 'Old flyer', scans: 9, ownScans: false, spark });
    server.use(...qrHandlers([{ ...POSTER, spark }, old, guests]));
    await renderScreen(<Codes />);
    expect((await card('Poster')).getByRole('img', { name: '7 scans in the last 30 days' })).toBeVisible();
    expect(requests.some((url) => /\/qr-codes\?.*include=spark/.test(url))).toBe(true);
    const oldCard = await card('Old flyer');
    expect(oldCard.getByRole('img', { name: '7 scans in the last 30 days' })).toBeVisible();
    expect(oldCard.getByText('across older codes of this link')).toBeVisible();
    const staticCard = await card('Guests');
    expect(staticCard.getByText('Wi-Fi network: Guests, no password')).toBeVisible();
    expect(staticCard.getByText('Scans are not counted')).toBeVisible();
    expect(staticCard.queryByRole('img', { name: /in the last 30 days/ })).toBeNull();
  });

  it('offers to clear the search when nothing matches', async () => {
    const { user } = await renderScreen(<Codes />);
    await user.type(screen.getByRole('searchbox', { name: 'Search QR codes' }), 'billboard');
    expect(await screen.findByText('No matching QR codes')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(await screen.findByRole('heading', { name: 'Poster' })).toBeVisible();
  });

  it('shows a call to action when there are no codes', async () => {
    server.use(...qrHandlers([]));
    const { user } = await renderScreen(<Codes />);
    await user.click(await screen.findByRole('button', { name: 'Create QR code' }));
    expect(await screen.findByRole('dialog', { name: 'Create a QR Code' })).toBeVisible();
  });

  it('announces that the list is loading', async () => {
    server.use(http.get(`${API}/qr-codes`, never));
    await renderScreen(<Codes />);
    expect(screen.getByText('Loading QR codes')).toBeInTheDocument();
    await expectAccessible();
  });

  it('shows the error and retries when the list fails to load', async () => {
    server.use(http.get(`${API}/qr-codes`, () => problem(503, 'Service unavailable.'), { once: true }));
    const { user } = await renderScreen(<Codes />);
    expect(await screen.findByText('Service unavailable.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Poster' })).toBeVisible();
  });

  it('loads the next page on “Show more”', async () => {
    server.use(...qrHandlers(Array.from({ length: 25 }, (_, at) => aQrCode({ alias: `a${at}`, name: `Code ${at}` }))));
    const { user } = await renderScreen(<Codes />);
    await screen.findByRole('heading', { name: 'Code 23' });
    expect(screen.queryByRole('heading', { name: 'Code 24' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByRole('heading', { name: 'Code 24' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });
});

describe('QR code actions', () => {
  it('download the code as a file with its name', async () => {
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    const { user } = await renderScreen(<Codes />);
    const poster = await card('Poster');
    for (const format of ['SVG', 'PNG', 'JPEG', 'WebP', 'PDF for print', 'EPS for print']) {
      await user.click(poster.getByRole('button', { name: 'Download Poster' }));
      await user.click(await screen.findByRole('menuitem', { name: format }));
    }
    await waitFor(() =>
      expect(saved.toSorted()).toEqual([
        'Poster.eps',
        'Poster.jpeg',
        'Poster.pdf',
        'Poster.png',
        'Poster.svg',
        'Poster.webp',
      ]),
    );
  });

  it('warn after the download of a code that is hard to scan', async () => {
    const message = 'The weakest contrast is 1.6:1. Scanners need 4:1.';
    const checks = [
      { name: 'decode', ok: true, message: 'Decoded in 5 of 5 renditions.', fix: null, printFix: null },
      { name: 'contrast', ok: false, message, fix: null, printFix: null },
    ];
    server.use(
      http.post(`${API}/qr/judge`, () => HttpResponse.json({ content: '', score: 41, decoded: true, checks })),
    );
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const { user } = await renderScreen(<Codes />);
    const poster = await card('Poster');
    await user.click(poster.getByRole('button', { name: 'Download Poster' }));
    await user.click(await screen.findByRole('menuitem', { name: 'PNG' }));
    expect(within(await findToast('Hard to scan: 41 of 100')).getByText(message)).toBeVisible();
    expect(click).toHaveBeenCalledTimes(1);
  });

  it('download all found codes as an archive', async () => {
    const started: unknown[] = [];
    server.use(
      http.post(`${API}/qr-codes/archive`, async ({ request }) => {
        started.push(await request.json());
        return HttpResponse.json({ id: 'job_1', kind: 'export' }, { status: 202 });
      }),
    );
    const { user } = await renderScreen(<Codes start={{ q: 'poster' }} />);
    await user.click(await screen.findByRole('button', { name: 'Download found codes' }));
    await user.click(await screen.findByRole('menuitem', { name: 'PDF for print' }));
    expect(await findToast('Archive started')).toBeVisible();
    expect(started).toEqual([{ format: 'pdf', search: 'poster' }]);
  });

  it('delete a code after confirmation', async () => {
    const deleted: unknown[] = [];
    server.use(
      http.delete(`${API}/qr-codes/:id`, ({ params }) => {
        deleted.push(params.id);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = await renderScreen(<Codes />);
    await user.click((await card('Poster')).getByRole('button', { name: 'Delete Poster' }));
    const question = await screen.findByRole('alertdialog', { name: 'Delete Poster?' });
    expect(within(question).getByText(/Printed copies keep working: they open \/launch/)).toBeVisible();
    await user.click(within(question).getByRole('button', { name: 'Delete QR code' }));
    expect(await findToast('QR code deleted')).toBeVisible();
    expect(deleted).toEqual(['qrc_launch']);
  });

  it('open the studio', async () => {
    const { user } = await renderScreen(<Codes />);
    await user.click((await card('Poster')).getByRole('button', { name: 'Edit Poster' }));
    expect(onEdit).toHaveBeenCalledWith('qrc_launch');
  });
});

describe('QR codes in a read-only folder', () => {
  const BOARD = aQrCode({ alias: 'board', name: 'Board', folderId: 'fld_board' });

  beforeEach(() => server.use(readOnlyFolder('fld_board'), ...qrHandlers([BOARD, MENU])));

  it('cannot be edited or deleted with the buttons or E', async () => {
    const { user } = await renderScreen(<Codes />);
    const board = await card('Board');
    for (const name of ['Edit Board', 'Delete Board']) {
      await waitFor(() => expect(board.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true'));
      const button = board.getByRole('button', { name });
      expect(button).toHaveAccessibleDescription(READ_ONLY);
      await user.click(button);
    }
    board.getByRole('link', { name: '/board' }).focus();
    shortcutHandler(() => true)(new KeyboardEvent('keydown', { key: 'e' }));
    expect(await findToast('You can’t edit this QR code')).toBeVisible();
    expect(onEdit).not.toHaveBeenCalled();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(board.getByRole('button', { name: 'Download Board' })).toBeEnabled();
    await expectAccessible();
    await user.click((await card('shop.example/menu')).getByRole('button', { name: 'Edit /menu' }));
    expect(onEdit).toHaveBeenCalledWith('qrc_menu');
  });

  it('cannot be created for a link of the folder', async () => {
    server.use(readOnlyFolder('fld_board'), ...linkHandlers([aLink({ folderId: 'fld_board' })]));
    await renderScreen(<Codes start={{ new: 1, linkId: 'lnk_launch' }} />);
    const dialog = within(await screen.findByRole('dialog'));
    const create = () => dialog.getByRole('button', { name: 'Create QR code' });
    await waitFor(() => expect(create()).toHaveAccessibleDescription(READ_ONLY));
    expect(create()).toHaveAttribute('aria-disabled', 'true');
  });
});

describe('create dialog', () => {
  const open = async (start: Partial<QrSearch> = { new: 1 }) => {
    const view = await renderScreen(<Codes start={start} />);
    const dialog = within(await screen.findByRole('dialog', { name: 'Create a QR Code' }));
    return { ...view, dialog };
  };

  it('creates a code for a link found by search', async () => {
    const bodies: unknown[] = [];
    server.use(
      http.post(`${API}/qr-codes`, async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json(MENU, { status: 201 });
      }),
    );
    const { user, dialog } = await open();
    expect(dialog.getByText('Select a link to see a preview.')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Create QR code' })).toBeDisabled();
    await user.type(dialog.getByRole('combobox', { name: 'Link' }), 'men');
    await waitFor(() => expect(dialog.queryByRole('option', { name: /launch/ })).toBeNull());
    await user.click(await dialog.findByRole('option', { name: /menu/ }));
    expect(await dialog.findByRole('img', { name: 'QR code of /menu' })).toBeVisible();
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Table');
    await expectAccessible(screen.getByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Create QR code' }));
    expect(await findToast('QR code created')).toBeVisible();
    expect(bodies).toEqual([
      {
        linkId: 'lnk_menu',
        name: 'Table',
        look: aQrLook({ size: 1024 }),
      },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('creates a code with the default design of the link’s domain', async () => {
    const look = aQrLook({ margin: 2, level: 'H', dark: '#04755b', light: '#fbfaf6' });
    const link = aLink({ domain: 'go.oatstreet.example' });
    const looks: unknown[] = [];
    server.use(
      http.get(`${API}/domains`, () => HttpResponse.json({ items: [aDomain({ qrLook: look })], nextCursor: null })),
      http.post(`${API}/qr-codes`, async ({ request }) => {
        looks.push(((await request.json()) as { look: unknown }).look);
        return HttpResponse.json(MENU, { status: 201 });
      }),
      ...linkHandlers([link]),
    );
    const { user, dialog } = await open({ new: 1, linkId: link.id });
    expect(await dialog.findByRole('link', { name: 'Design in studio' })).toHaveAttribute(
      'href',
      `/dashboard/qr-codes/new?linkId=${link.id}`,
    );
    await user.click(dialog.getByRole('button', { name: 'Create QR code' }));
    expect(await findToast('QR code created')).toBeVisible();
    expect(looks).toEqual([look]);
  });

  it('shortens a pasted URL', async () => {
    const bodies: unknown[] = [];
    server.use(
      http.post(`${API}/links`, async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json(aLink({ alias: 'fresh' }), { status: 201 });
      }),
    );
    const { user, dialog } = await open();
    await user.type(dialog.getByRole('combobox', { name: 'Link' }), 'shop.example/new');
    await user.click(await dialog.findByRole('option', { name: 'Shorten shop.example/new' }));
    expect(await dialog.findByRole('img', { name: 'QR code of /fresh' })).toBeVisible();
    expect(bodies).toEqual([{ url: 'https://shop.example/new' }]);
  });

  it('shows the reason when a URL can’t be shortened', async () => {
    server.use(http.post(`${API}/links`, () => problem(402, 'The Free Plan holds 100 links.')));
    const { user, dialog } = await open();
    await user.type(dialog.getByRole('combobox', { name: 'Link' }), 'shop.example/new');
    await user.click(await dialog.findByRole('option', { name: 'Shorten shop.example/new' }));
    expect(await dialog.findByText('The Free Plan holds 100 links.')).toBeVisible();
  });

  it('selects the initial link, which can be changed', async () => {
    const { user, dialog } = await open({ new: 1, linkId: 'lnk_launch' });
    expect(await dialog.findByRole('img', { name: 'QR code of /launch' })).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Change' }));
    expect(dialog.getByRole('combobox', { name: 'Link' })).toBeVisible();
  });

  it('shows server errors on their fields and keeps the input', async () => {
    server.use(
      http.post(`${API}/qr-codes`, () => problem(422, 'No.', [{ field: 'name', message: 'This name is taken.' }])),
    );
    const { user, dialog } = await open({ new: 1, linkId: 'lnk_launch' });
    await dialog.findByRole('img', { name: 'QR code of /launch' });
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Box');
    await user.click(dialog.getByRole('button', { name: 'Create QR code' }));
    expect(await dialog.findByText('This name is taken.')).toBeVisible();
    expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Box');
  });
});
