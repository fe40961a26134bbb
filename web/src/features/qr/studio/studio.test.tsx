import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useEffect, useState } from 'react';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { QrLook } from '@/entities/qr-code/qr-code.types';
import { expectAccessible } from '@/test/axe';
import { aDomain } from '@/test/fixtures/domains';
import { linkHandlers, problem } from '@/test/fixtures/handlers';
import { aLink } from '@/test/fixtures/links';
import { aQrCode, aQrLook, qrHandlers, READ_ONLY, readOnlyFolder } from '@/test/fixtures/qr-codes';
import { findToast, renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { newForm } from './qr-form.schema';
import { Studio } from './studio';
import { EditStudio, NewStudio } from './studio-screen';

const API = '*/api/v1';
const POSTER = aQrCode({ alias: 'launch', name: 'Poster' });

// The first import compiles the renderer.
beforeAll(() => import('@/entities/qr-code/drawing/render'));

beforeEach(() => {
  signIn();
  server.use(
    http.get(`${API}/qr-presets`, () => HttpResponse.json({ items: [], nextCursor: null, total: 0 })),
    http.get(`${API}/domains`, () => HttpResponse.json({ items: [], nextCursor: null })),
    ...qrHandlers([POSTER]),
    ...linkHandlers([aLink(), aLink({ alias: 'menu' })]),
  );
});

/** On a busy machine, the first drawing takes longer than the default of a second. */
const SLOW = { timeout: 10_000 };

const edit = async () => {
  const view = await renderScreen(<EditStudio codeId={POSTER.id} />);
  const drawing = await screen.findByRole('img', { name: 'QR code of /launch' }, SLOW);
  return { ...view, drawing };
};

/** The SVG of the drawing. */
const svgOf = (image: HTMLElement) => decodeURIComponent(image.getAttribute('src') ?? '');
const section = (name: string) => screen.getByRole('group', { name });

describe('studio', () => {
  it('draws each change at once, without a request', async () => {
    const requests: string[] = [];
    server.use(
      http.get(`${API}/qr`, ({ request }) => {
        requests.push(request.url);
        return HttpResponse.text('<svg/>');
      }),
    );
    const { user, drawing } = await edit();
    expect(svgOf(drawing)).toMatch(/^data:image\/svg\+xml,<svg .*crispEdges/);
    await user.click(within(section('Module shape')).getByRole('radio', { name: 'Dots' }));
    expect(svgOf(drawing)).not.toContain('crispEdges');
    const modules = screen.getByRole('textbox', { name: 'Foreground' });
    await user.clear(modules);
    await user.paste('#04755b');
    expect(svgOf(drawing)).toContain('fill="#04755b"');
    expect(requests).toEqual([]);
    await expectAccessible();
  });

  it('undoes and redoes changes', async () => {
    const { user, drawing } = await edit();
    const before = svgOf(drawing);
    const dots = within(section('Corner dots')).getByRole('radio', { name: 'Star' });
    expect(screen.getByRole('button', { name: 'Undo' })).toBeDisabled();
    await user.click(dots);
    await waitFor(() => expect(svgOf(drawing)).not.toBe(before));
    const after = svgOf(drawing);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(svgOf(drawing)).toBe(before));
    expect(dots).not.toBeChecked();
    expect(screen.getByRole('button', { name: 'Save changes' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Redo' }));
    await waitFor(() => expect(svgOf(drawing)).toBe(after));
    expect(dots).toBeChecked();
  });

  it('saves the name and the design, with null for an empty name', async () => {
    const changes: unknown[] = [];
    const look = aQrLook({ level: 'H' });
    server.use(
      http.patch(`${API}/qr-codes/:id`, async ({ request }) => {
        changes.push(await request.json());
        return HttpResponse.json({ ...POSTER, name: null, look });
      }),
    );
    const { user } = await edit();
    await user.clear(screen.getByRole('textbox', { name: 'Name' }));
    await user.click(screen.getByRole('radio', { name: 'H' }));
    expect(screen.getByText('Unsaved changes')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await findToast('QR code saved')).toBeVisible();
    expect(changes).toEqual([{ name: null, look }]);
    await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull());
  });

  it('shows the server’s errors on their fields', async () => {
    server.use(
      http.patch(`${API}/qr-codes/:id`, () =>
        problem(422, 'No.', [{ field: 'look.frameColor', message: 'Scanners can’t read this.' }]),
      ),
    );
    const { user } = await edit();
    await user.click(screen.getByRole('textbox', { name: 'Corner frame color' }));
    await user.paste('#04755b');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Scanners can’t read this.')).toBeVisible();
  });

  it('compares two designs and returns to the first', async () => {
    const { user, drawing } = await edit();
    const before = svgOf(drawing);
    await user.click(screen.getByRole('button', { name: 'Compare designs' }));
    await user.click(within(section('Corner frames')).getByRole('radio', { name: 'Leaf' }));
    await waitFor(() => expect(svgOf(drawing)).not.toBe(before));
    expect(svgOf(screen.getByRole('img', { name: 'Design A: QR code of /launch' }))).toBe(before);
    await user.click(screen.getByRole('button', { name: 'Use design A' }));
    await waitFor(() => expect(svgOf(drawing)).toBe(before));
    expect(screen.queryByRole('img', { name: /^Design A/ })).toBeNull();
  });

  it('shows the code in mock-ups and in its printed size', async () => {
    const { user } = await edit();
    const views = screen.getByRole('group', { name: 'Preview on' });
    await user.click(within(views).getByRole('radio', { name: 'Poster' }));
    const poster = await screen.findByRole('img', { name: 'QR code of /launch on a poster' });
    expect(poster.querySelector('image')).toHaveAttribute('href', expect.stringContaining('data:image/svg+xml'));
    await user.click(within(views).getByRole('radio', { name: 'Real size' }));
    expect(screen.getByText(/^30 × 30 mm\./)).toBeVisible();
    expect(screen.getByRole('img', { name: 'QR code of /launch' })).toHaveAttribute(
      'style',
      expect.stringMatching(/width: 30mm/),
    );
  });

  it('rates the printed size and applies the width that fixes it', async () => {
    server.use(
      http.post(`${API}/qr/judge`, async ({ request }) => {
        const { mm = 0, dpi } = (await request.json()) as { mm?: number; dpi?: number };
        const ok = mm >= 15;
        const check = {
          name: 'moduleSize',
          ok,
          message: 'A module.',
          fix: null,
          printFix: ok ? null : { mm: 15, dpi },
        };
        return HttpResponse.json({ content: '', score: ok ? 100 : 80, decoded: true, checks: [check] });
      }),
    );
    const { user } = await edit();
    const width = screen.getByRole('spinbutton', { name: 'Width in mm' });
    await screen.findByText('Scans reliably');
    await user.clear(width);
    expect(screen.getByText('Enter a width of 5 to 2000 mm.')).toBeVisible();
    await user.type(width, '10');
    await user.click(await screen.findByRole('button', { name: 'Fix: A module.' }));
    expect(width).toHaveValue(15);
    expect(await screen.findByText('Scans reliably')).toBeVisible();
  });

  it('downloads the design of the screen in its printed size', async () => {
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const queries: Record<string, string>[] = [];
    server.use(
      http.get(`${API}/qr`, ({ request }) => {
        queries.push(Object.fromEntries(new URL(request.url).searchParams));
        return new HttpResponse('%PDF-1.4');
      }),
    );
    const { user } = await edit();
    await user.click(within(section('Module shape')).getByRole('radio', { name: 'Dots' }));
    await user.click(screen.getByRole('radio', { name: '30 mm' }));
    await waitFor(async () => {
      await user.click(screen.getByRole('button', { name: 'Download PDF' }));
      expect(queries.at(-1)).toMatchObject({ codeId: POSTER.id, modules: 'dots', mm: '30', dpi: '300', format: 'pdf' });
    });
  });

  it('makes the design the default of the domain', async () => {
    const changes: unknown[] = [];
    const domain = aDomain({ host: POSTER.link?.domain ?? '' });
    server.use(
      http.get(`${API}/domains`, () => HttpResponse.json({ items: [domain], nextCursor: null })),
      http.patch(`${API}/domains/:id`, async ({ request }) => {
        changes.push(await request.json());
        return HttpResponse.json({ ...domain, qrLook: POSTER.look });
      }),
    );
    const { user } = await edit();
    await user.click(await screen.findByRole('button', { name: `Use for new codes of ${domain.host}` }));
    expect(await findToast(`New codes of ${domain.host} start with this design`)).toBeVisible();
    expect(changes).toEqual([{ qrLook: POSTER.look }]);
  });

  it('applies the fix of a failed check as one step', async () => {
    server.use(
      http.post(`${API}/qr/judge`, async ({ request }) => {
        const { look } = (await request.json()) as { look: { margin: number } };
        const ok = look.margin >= 4;
        const check = {
          name: 'quietZone',
          ok,
          message: 'The margin.',
          fix: ok ? null : { margin: 4, level: 'Q' },
          printFix: null,
        };
        return HttpResponse.json({ score: ok ? 100 : 85, decoded: true, checks: [check] });
      }),
    );
    const { user } = await edit();
    const margin = screen.getByRole('spinbutton', { name: 'Margin' });
    await user.clear(margin);
    await user.type(margin, '1');
    expect(await screen.findByText('Scans in good conditions')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Fix: The margin.' }));
    expect(margin).toHaveValue(4);
    expect(await screen.findByText('Scans reliably')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(margin).toHaveValue(1);
    expect(screen.getByRole('radio', { name: 'M' })).toBeChecked();
  });

  it('saves the design as a preset, applies it as one step and deletes it', async () => {
    const presets = [{ id: 'qrp_1', name: 'Spring', look: aQrLook({ modules: 'star', dark: '#5b2a86' }) }];
    server.use(
      http.get(`${API}/qr-presets`, () => HttpResponse.json({ items: presets, nextCursor: null, total: 1 })),
      http.post(`${API}/qr-presets`, async ({ request }) => {
        presets.push({ id: 'qrp_2', ...((await request.json()) as { name: string; look: typeof POSTER.look }) });
        return HttpResponse.json(presets[1], { status: 201 });
      }),
      http.delete(`${API}/qr-presets/:id`, ({ params }) => {
        presets.splice(0, presets.length, ...presets.filter(({ id }) => id !== params.id));
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user, drawing } = await edit();
    const before = svgOf(drawing);
    await user.click(await screen.findByRole('button', { name: 'Apply Spring' }));
    await waitFor(() => expect(svgOf(drawing)).toContain('#5b2a86'));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(svgOf(drawing)).toBe(before));
    await user.click(screen.getByRole('button', { name: 'Save as preset' }));
    expect(await screen.findByText('Enter 1 to 60 characters.')).toBeInTheDocument();
    await user.type(screen.getByRole('textbox', { name: 'Preset name' }), 'House{Enter}');
    expect(await screen.findByRole('button', { name: 'Apply House' })).toBeInTheDocument();
    expect(presets[1]).toMatchObject({ name: 'House', look: POSTER.look });
    await user.click(screen.getByRole('button', { name: 'Actions for Spring' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Delete preset' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Apply Spring' })).toBeNull());
  });

  it('renames a preset and replaces its design, without saving the code', async () => {
    const changes: unknown[] = [];
    const preset = { id: 'qrp_1', name: 'Spring', look: aQrLook({ modules: 'star' }) };
    server.use(
      http.get(`${API}/qr-presets`, () => HttpResponse.json({ items: [preset], nextCursor: null, total: 1 })),
      http.patch(`${API}/qr-presets/:id`, async ({ request }) => {
        const change = (await request.json()) as { name?: string };
        changes.push(change);
        if (change.name === 'House') return problem(409, 'Taken.', [{ field: 'name', message: 'This name is taken.' }]);
        return HttpResponse.json(Object.assign(preset, change));
      }),
      http.patch(`${API}/qr-codes/:id`, () => {
        throw new Error('the code was saved');
      }),
    );
    const { user } = await edit();
    await user.click(await screen.findByRole('button', { name: 'Actions for Spring' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Rename' }));
    const name = await screen.findByRole('textbox', { name: 'Name' });
    await user.clear(name);
    await user.type(name, 'House{Enter}');
    expect(await screen.findByText('This name is taken.')).toBeVisible();
    await user.clear(name);
    await user.type(name, 'Summer{Enter}');
    expect(await screen.findByRole('button', { name: 'Apply Summer' })).toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'Actions for Summer' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Replace with current design' }));
    await waitFor(async () => expect(await findToast('Summer has the current design')).toBeVisible());
    expect(changes).toEqual([{ name: 'House' }, { name: 'Summer' }, { look: POSTER.look }]);
  });

  it('takes a color from the screen where the browser can', async () => {
    class Dropper {
      open = () => Promise.resolve({ sRGBHex: '#5B2A86' });
    }
    vi.stubGlobal('EyeDropper', Dropper);
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    const { user, drawing } = await edit();
    await user.click(screen.getByRole('button', { name: 'Pick foreground from the screen' }));
    await waitFor(() => expect(svgOf(drawing)).toContain('#5b2a86'));
    expect(screen.getByRole('textbox', { name: 'Foreground' })).toHaveValue('#5b2a86');
  });

  it('draws the margin in its own color', async () => {
    const { user, drawing } = await edit();
    expect(screen.queryByRole('button', { name: 'Pick foreground from the screen' })).toBeNull();
    const margin = screen.getByRole('textbox', { name: 'Margin color' });
    await user.click(margin);
    await user.paste('#fbe');
    expect(await screen.findByText('Enter a color such as #1a2b3c.')).toBeVisible();
    await user.clear(margin);
    await user.paste('#ffeedd');
    await waitFor(() => expect(svgOf(drawing)).toContain('#ffeedd'));
    await user.click(screen.getByRole('checkbox', { name: 'Transparent margin' }));
    expect(screen.queryByRole('textbox', { name: 'Margin color' })).toBeNull();
  });

  it('is read-only, with the reason, when the folder of the link can only be read', async () => {
    const check = { name: 'quietZone', ok: false, message: 'The margin.', fix: { margin: 4 }, printFix: null };
    server.use(
      http.get(`${API}/qr-codes/:id`, () => HttpResponse.json(aQrCode({ alias: 'launch', folderId: 'fld_board' }))),
      http.post(`${API}/qr/judge`, () => HttpResponse.json({ content: '', score: 85, decoded: true, checks: [check] })),
      readOnlyFolder('fld_board'),
    );
    await edit();
    expect(await screen.findByRole('note')).toHaveTextContent(READ_ONLY);
    expect(screen.getByRole('textbox', { name: 'Name' })).toBeDisabled();
    expect(await screen.findByText('The margin.')).toBeVisible();
    for (const name of ['Save changes', 'Undo', 'Redo', 'Compare designs', 'Fix: The margin.']) {
      expect(screen.queryByRole('button', { name }), name).toBeNull();
    }
    expect(screen.getByRole('button', { name: 'Download PDF' })).toBeEnabled();
    await expectAccessible();
  });

  it('says when the code does not exist', async () => {
    server.use(http.get(`${API}/qr-codes/:id`, () => problem(404, 'No such code.')));
    await renderScreen(<EditStudio codeId="qrc_gone" />);
    expect(await screen.findByText(/^This qr code was deleted/i)).toBeVisible();
  });
});

const nameField = () => screen.getByRole('textbox', { name: 'Name' });

/** The studio of a new code, for which a default look arrives at the press of a button, while a name is typed. */
function StudioWithLateLook() {
  const [look, setLook] = useState<QrLook | null>(null);
  // The effects of the studio have run, and it has not rendered again.
  useEffect(() => {
    if (look) fireEvent.input(nameField(), { target: { value: 'Table tent' } });
  }, [look]);
  return (
    <>
      <button type="button" onClick={() => setLook(aQrLook({ dark: '#04755b' }))}>
        Load
      </button>
      <Studio
        code={null}
        link={null}
        linkContent=""
        initialValues={newForm(look)}
        contentField={null}
        action="Create QR code"
        onSave={async () => null}
      />
    </>
  );
}

describe('studio of a new code', () => {
  it('starts with the default design of the link’s domain', async () => {
    const look = aQrLook({ margin: 2, level: 'H', dark: '#04755b', light: '#fbfaf6' });
    const link = aLink({ domain: 'go.oatstreet.example' });
    server.use(
      http.get(`${API}/domains`, () => HttpResponse.json({ items: [aDomain({ qrLook: look })], nextCursor: null })),
      ...linkHandlers([link]),
    );
    await renderScreen(<NewStudio linkId={link.id} />);
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Foreground' })).toHaveValue('#04755b'));
    expect(screen.getByRole('spinbutton', { name: 'Margin' })).toHaveValue(2);
    expect(screen.getByRole('button', { name: 'Undo' })).toBeDisabled();
  });

  it('keeps what is typed while the default design arrives', async () => {
    const { user } = await renderScreen(<StudioWithLateLook />);
    await user.type(nameField(), 'Table');
    await user.click(screen.getByRole('button', { name: 'Load' }));
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Foreground' })).toHaveValue('#04755b'));
    expect(nameField()).toHaveValue('Table tent');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(nameField()).toHaveValue('');
  });

  it('cannot be created for a link of a read-only folder, but for another link', async () => {
    const links = [aLink({ folderId: 'fld_board' }), aLink({ alias: 'menu' })];
    server.use(readOnlyFolder('fld_board'), ...linkHandlers(links));
    const { user } = await renderScreen(<NewStudio linkId="lnk_launch" />);
    const create = () => screen.getByRole('button', { name: 'Create QR code' });
    await waitFor(() => expect(create()).toHaveAccessibleDescription(READ_ONLY));
    await user.click(screen.getByRole('button', { name: 'Change' }));
    await user.click(await screen.findByRole('option', { name: /menu/ }));
    await waitFor(() => expect(create()).toBeEnabled());
    expect(create()).not.toHaveAttribute('aria-disabled');
  });

  it('warns about unreadable colors and resets them', async () => {
    const { user } = await renderScreen(<NewStudio linkId="lnk_launch" />);
    const modules = await screen.findByRole('textbox', { name: 'Foreground' });
    await user.clear(modules);
    await user.paste('#cccccc');
    expect(await screen.findByText('Contrast 1.6:1 is too low. Use a darker module color.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Reset colors' }));
    expect(await screen.findByText('Contrast 17.3:1 works with every scanner.')).toBeVisible();
  });

  it('creates a code with shapes, colors of the corners and a gradient', async () => {
    const looks: unknown[] = [];
    server.use(
      http.post(`${API}/qr-codes`, async ({ request }) => {
        looks.push(((await request.json()) as { look: unknown }).look);
        return HttpResponse.json(aQrCode(), { status: 201 });
      }),
    );
    const { user } = await renderScreen(<NewStudio linkId="lnk_launch" />);
    await screen.findByRole('img', { name: 'QR code of /launch' }, SLOW);
    for (const [group, shape] of [
      ['Module shape', 'Classy'],
      ['Corner frames', 'Leaf'],
      ['Corner dots', 'Star'],
    ] as const) {
      await user.click(within(section(group)).getByRole('radio', { name: shape }));
    }
    await user.click(screen.getByRole('textbox', { name: 'Corner dot color' }));
    await user.paste('#04755b');
    await user.click(screen.getByRole('radio', { name: 'Linear' }));
    await user.click(screen.getByRole('checkbox', { name: 'Transparent margin' }));
    await user.click(screen.getByRole('button', { name: 'Create QR code' }));
    expect(await findToast('QR code created')).toBeVisible();
    const gradient = 'linear:45:#101d1e:#04755b';
    const shapes = { modules: 'classy', frame: 'leaf', dot: 'star', dotColor: '#04755b' };
    expect(looks).toEqual([expect.objectContaining({ ...shapes, background: 'transparent', gradient })]);
  });
});
