import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { expectAccessible } from '@/test/axe';
import { aDomain } from '@/test/fixtures/domains';
import { linkHandlers, problem } from '@/test/fixtures/handlers';
import { aLink } from '@/test/fixtures/links';
import { aMedia } from '@/test/fixtures/media';
import { aQrCode, aQrLook, qrHandlers } from '@/test/fixtures/qr-codes';
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

/** The screen with its dialogs and its search in component state. */
function Codes({ start = {} }: { start?: Partial<QrSearch> }) {
  const [search, setSearch] = useState(() => parseQrSearch(start));
  const change = (patch: Partial<QrSearch>) => setSearch((prev) => ({ ...prev, ...patch }));
  return (
    <>
      <QrScreen search={search} onChange={change} />
      <QrDialogs
        creating={search.new === 1}
        linkId={search.linkId}
        editing={search.edit}
        onClose={() => change({ new: undefined, linkId: undefined, edit: undefined })}
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
  it('starts with the default look of the link’s domain', async () => {
    const look = aQrLook({ margin: 2, level: 'H', dark: '#04755b', light: '#fbfaf6' });
    const link = aLink({ domain: 'go.oatstreet.example' });
    server.use(
      http.get(`${API}/domains`, () => HttpResponse.json({ items: [aDomain({ qrLook: look })], nextCursor: null })),
      ...linkHandlers([link]),
    );
    await renderScreen(<Codes start={{ new: 1, linkId: link.id }} />);
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Modules' })).toHaveValue('#04755b'));
    expect(screen.getByRole('spinbutton', { name: 'Margin' })).toHaveValue(2);
  });

  it('download the code as a file with its name', async () => {
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    const { user } = await renderScreen(<Codes />);
    const poster = await card('Poster');
    for (const format of ['SVG', 'PNG', 'WebP', 'PDF for print', 'EPS for print']) {
      await user.click(poster.getByRole('button', { name: 'Download Poster' }));
      await user.click(await screen.findByRole('menuitem', { name: format }));
    }
    await waitFor(() =>
      expect(saved.toSorted()).toEqual(['Poster.eps', 'Poster.pdf', 'Poster.png', 'Poster.svg', 'Poster.webp']),
    );
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

  it('save an edited code, with null for an empty name', async () => {
    const changes: unknown[] = [];
    server.use(
      http.patch(`${API}/qr-codes/:id`, async ({ request }) => {
        changes.push(await request.json());
        return HttpResponse.json(POSTER);
      }),
    );
    const { user } = await renderScreen(<Codes start={{ edit: POSTER.id }} />);
    await user.clear(await screen.findByRole('textbox', { name: 'Name' }));
    await user.click(screen.getByRole('radio', { name: 'H' }));
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(changes).toEqual([{ name: null, look: { ...POSTER.look, level: 'H' } }]);
    expect(await screen.findByText('QR code saved')).toBeInTheDocument();
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

  it('adds a logo of the media library', async () => {
    const drawn: (string | null)[] = [];
    server.use(
      http.get(`${API}/media`, () => HttpResponse.json({ items: [aMedia()], nextCursor: null, total: 1 })),
      http.get(`${API}/media/:id`, () => HttpResponse.json(aMedia())),
      http.get(`${API}/qr`, ({ request }) => {
        drawn.push(new URL(request.url).searchParams.get('logo'));
        return HttpResponse.text('<svg xmlns="http://www.w3.org/2000/svg"/>');
      }),
    );
    const { user, dialog } = await open({ new: 1, linkId: 'lnk_launch' });
    await user.click(await dialog.findByRole('button', { name: 'Choose logo' }));
    await user.click(await screen.findByRole('button', { name: 'Use A bowl of oats' }));
    expect(await dialog.findByRole('spinbutton', { name: 'Logo size' })).toHaveValue(20);
    await waitFor(() => expect(drawn).toContain(aMedia().id));
    await user.click(dialog.getByRole('button', { name: 'Remove logo' }));
    expect(dialog.queryByRole('spinbutton', { name: 'Logo size' })).toBeNull();
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

  it('warns about unreadable colors and resets them', async () => {
    const drawn: string[] = [];
    server.use(
      http.get(`${API}/qr`, ({ request }) => {
        drawn.push(new URL(request.url).searchParams.get('dark') ?? '');
        return HttpResponse.text('<svg xmlns="http://www.w3.org/2000/svg"/>');
      }),
    );
    const { user, dialog } = await open({ new: 1, linkId: 'lnk_launch' });
    const modules = dialog.getByRole('textbox', { name: 'Modules' });
    await dialog.findByRole('img', { name: 'QR code of /launch' });
    await user.clear(modules);
    await user.type(modules, '#cccccc');
    expect(await dialog.findByText('Contrast 1.6:1 is too low. Use a darker module color.')).toBeVisible();
    expect(await dialog.findByText('Fix the errors to see a preview.')).toBeVisible();
    expect(drawn).not.toContain('#cccccc');
    await user.click(dialog.getByRole('button', { name: 'Reset colors' }));
    expect(await dialog.findByText('Contrast 17.3:1 works with every scanner.')).toBeVisible();
    expect(await dialog.findByRole('img', { name: 'QR code of /launch' })).toBeVisible();
  });

  it('applies the fix of a failed check', async () => {
    const judged: unknown[] = [];
    server.use(
      http.post(`${API}/qr/judge`, async ({ request }) => {
        const { content, look } = (await request.json()) as { content: string; look: { margin: number } };
        judged.push([content, look.margin]);
        const ok = look.margin >= 4;
        return HttpResponse.json({
          score: ok ? 100 : 85,
          decoded: true,
          checks: [
            { name: 'quietZone', ok, message: `The margin is ${look.margin} modules.`, fix: ok ? null : { margin: 4 } },
          ],
        });
      }),
    );
    const { user, dialog } = await open({ new: 1, linkId: 'lnk_launch' });
    const margin = await dialog.findByRole('spinbutton', { name: 'Margin' });
    await dialog.findByText('Scans reliably');
    await user.clear(margin);
    await user.type(margin, '1');
    expect(await dialog.findByText('Scans in good conditions')).toBeVisible();
    expect(dialog.getByRole('meter', { name: 'Scannability' })).toHaveAttribute('aria-valuenow', '85');
    await user.click(dialog.getByRole('button', { name: 'Fix: The margin is 1 modules.' }));
    expect(margin).toHaveValue(4);
    expect(await dialog.findByText('Scans reliably')).toBeVisible();
    expect(judged).toContainEqual([`${aLink().shortUrl}?qr=1`, 1]);
  });

  it('creates a code with shapes and a gradient', async () => {
    const looks: unknown[] = [];
    server.use(
      http.post(`${API}/qr-codes`, async ({ request }) => {
        looks.push(((await request.json()) as { look: unknown }).look);
        return HttpResponse.json(MENU, { status: 201 });
      }),
    );
    const { user, dialog } = await open({ new: 1, linkId: 'lnk_launch' });
    await dialog.findByRole('img', { name: 'QR code of /launch' });
    for (const [group, shape] of [
      ['Module shape', 'Classy'],
      ['Corner frames', 'Leaf'],
      ['Corner dots', 'Star'],
    ] as const) {
      await user.click(within(dialog.getByRole('group', { name: group })).getByRole('radio', { name: shape }));
    }
    await user.click(dialog.getByRole('radio', { name: 'Linear' }));
    await user.click(dialog.getByRole('checkbox', { name: 'Transparent margin' }));
    await user.click(dialog.getByRole('button', { name: 'Create QR code' }));
    expect(await findToast('QR code created')).toBeVisible();
    expect(looks).toEqual([
      expect.objectContaining({
        modules: 'classy',
        frame: 'leaf',
        dot: 'star',
        background: 'transparent',
        gradient: 'linear:45:#101d1e:#04755b',
      }),
    ]);
  });

  it('shows server errors on their fields and keeps the input', async () => {
    server.use(
      http.post(`${API}/qr-codes`, () =>
        problem(422, 'No.', [{ field: 'look.dark', message: 'Scanners can’t read this.' }]),
      ),
    );
    const { user, dialog } = await open({ new: 1, linkId: 'lnk_launch' });
    await dialog.findByRole('img', { name: 'QR code of /launch' });
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Box');
    await user.click(dialog.getByRole('button', { name: 'Create QR code' }));
    expect(await dialog.findByText('Scanners can’t read this.')).toBeVisible();
    expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Box');
  });
});
