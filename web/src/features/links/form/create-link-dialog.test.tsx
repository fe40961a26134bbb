import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { expectAccessible } from '@/test/axe';
import { linkHandlers, problem } from '@/test/fixtures/handlers';
import { aLink } from '@/test/fixtures/links';
import { findToast, renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { CreateLinkDialog } from './create-link-dialog';
import { EditLinkDialog } from './edit-link-dialog';
import { clearDraft } from './link-draft';

const API = '*/api/v1';
const destination = () => screen.getByRole('textbox', { name: 'Destination' });
const alias = () => screen.getByRole('textbox', { name: 'Short link' });
const submit = (user: UserEvent) => user.click(screen.getByRole('button', { name: /^Create link/ }));

beforeEach(() => {
  signIn();
  clearDraft();
  server.use(...linkHandlers([aLink()]));
});

describe('CreateLinkDialog', () => {
  it('focuses the destination and reports a missing one on submit', async () => {
    const { user } = await renderScreen(<CreateLinkDialog onClose={() => {}} />);
    const dialog = await screen.findByRole('dialog', { name: 'New link' });
    expect(destination()).toHaveFocus();
    await expectAccessible(dialog);
    await submit(user);
    expect(await screen.findByText('Enter a destination URL.')).toBeVisible();
  });

  it('checks the availability of the alias while typing', async () => {
    const { user } = await renderScreen(<CreateLinkDialog onClose={() => {}} />);
    await user.type(alias(), 'linen');
    expect(await screen.findByText(/linen is available/)).toBeVisible();
    await user.clear(alias());
    await user.type(alias(), 'launch');
    expect(await screen.findByText('This alias is taken.')).toBeVisible();
  });

  it('previews the final URL with its campaign parameters', async () => {
    const { user } = await renderScreen(<CreateLinkDialog onClose={() => {}} draftUrl="https://shop.example/?b=1" />);
    await user.click(screen.getByText('UTM'));
    await user.type(screen.getByRole('textbox', { name: 'Source' }), 'poster');
    const rail = screen.getByRole('complementary', { name: 'Live preview' });
    expect(rail).toHaveTextContent('https://shop.example/?b=1&utm_source=poster');
  });

  it('creates one link on repeated submits, copies it and shows it', async () => {
    const bodies: unknown[] = [];
    let respond = () => {};
    const pending = new Promise<void>((resolve) => {
      respond = resolve;
    });
    server.use(
      http.post(`${API}/links`, async ({ request }) => {
        bodies.push(await request.json());
        await pending;
        return HttpResponse.json(aLink({ alias: 'linen' }), { status: 201 });
      }),
    );
    const { user } = await renderScreen(<CreateLinkDialog onClose={() => {}} draftUrl="https://shop.example" />);
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await user.type(alias(), 'linen');
    await submit(user);
    await submit(user);
    respond();
    expect(await screen.findByRole('dialog', { name: 'Link created' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'localhost:8080/linen' })).toBeVisible();
    expect(copied).toHaveBeenCalledExactlyOnceWith('http://localhost:8080/linen');
    expect(bodies).toEqual([{ url: 'https://shop.example', alias: 'linen' }]);
  });

  it('shows server errors on their fields, expands their sections and keeps the input', async () => {
    server.use(
      http.post(`${API}/links`, () =>
        problem(422, 'Check the fields.', [
          { field: 'url', message: 'This address leads back here.' },
          { field: 'fallbackUrl', message: 'This is no address.' },
        ]),
      ),
    );
    const { user } = await renderScreen(<CreateLinkDialog onClose={() => {}} draftUrl="https://shop.example" />);
    await user.type(alias(), 'linen');
    await submit(user);
    expect(await screen.findByText('This address leads back here.')).toBeVisible();
    expect(screen.getByText('This is no address.').closest('details')).toHaveAttribute('open');
    expect(destination()).toHaveFocus();
    expect(destination()).toHaveValue('https://shop.example');
    expect(alias()).toHaveValue('linen');
  });

  it('links to the plans when the plan’s limit is reached', async () => {
    server.use(http.post(`${API}/links`, () => problem(402, 'The Free Plan holds 100 links.')));
    const { user } = await renderScreen(<CreateLinkDialog onClose={() => {}} draftUrl="https://shop.example" />);
    await submit(user);
    expect(await screen.findByText('The Free Plan holds 100 links.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'View plans' })).toHaveAttribute('href', '/pricing');
  });

  it('restores the draft after closing and clears it after the link is created', async () => {
    const onClose = vi.fn();
    const first = await renderScreen(<CreateLinkDialog onClose={onClose} />);
    await first.user.type(destination(), 'https://shop.example');
    await first.user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
    first.unmount();

    server.use(http.post(`${API}/links`, () => HttpResponse.json(aLink(), { status: 201 })));
    const second = await renderScreen(<CreateLinkDialog onClose={onClose} />);
    expect(destination()).toHaveValue('https://shop.example');
    await submit(second.user);
    await second.user.click(await screen.findByRole('button', { name: 'Create another' }));
    expect(destination()).toHaveValue('');
  });
});

describe('EditLinkDialog', () => {
  const link = aLink({ version: 3, title: 'Launch' });

  it('sends only changed fields, with the loaded version', async () => {
    const calls: unknown[] = [];
    server.use(
      http.patch(`${API}/links/:id`, async ({ request }) => {
        calls.push([request.headers.get('If-Match'), await request.json()]);
        return HttpResponse.json({ ...link, version: 4 });
      }),
      ...linkHandlers([link]),
    );
    const onClose = vi.fn();
    const { user } = await renderScreen(<EditLinkDialog linkId={link.id} onClose={onClose} />);
    await user.type(await screen.findByRole('textbox', { name: 'Destination' }), '?b=2');
    await user.click(screen.getByRole('button', { name: /^Save changes/ }));
    expect(await findToast('/launch saved')).toBeVisible();
    expect(calls).toEqual([['"3"', { url: 'https://shop.example/new?b=2' }]]);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('shows the reason instead of the form for a link in a read-only folder', async () => {
    const folder = {
      id: 'fld_1',
      name: 'Press',
      links: 1,
      createdAt: link.createdAt,
      access: 'members',
      level: 'read',
    };
    server.use(
      http.get(`${API}/folders`, () => HttpResponse.json({ items: [{ ...folder, members: [] }] })),
      ...linkHandlers([{ ...link, folderId: folder.id }]),
    );
    await renderScreen(<EditLinkDialog linkId={link.id} onClose={() => {}} />);
    expect(await screen.findByRole('alert')).toHaveTextContent(/^You can only read this folder\./);
    expect(screen.getByRole('dialog', { name: 'Edit /launch' })).toBeVisible();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Save changes/ })).toBeNull();
  });

  it('offers to overwrite when the link was changed elsewhere', async () => {
    const matches: (string | null)[] = [];
    server.use(
      http.patch(`${API}/links/:id`, ({ request }) => {
        matches.push(request.headers.get('If-Match'));
        return request.headers.has('If-Match') ? problem(412, 'It moved on.') : HttpResponse.json(link);
      }),
      ...linkHandlers([link]),
    );
    const { user } = await renderScreen(<EditLinkDialog linkId={link.id} onClose={() => {}} />);
    await user.type(await screen.findByRole('textbox', { name: 'Destination' }), '?mine');
    await user.click(screen.getByRole('button', { name: /^Save changes/ }));
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent('changed elsewhere');
    expect(destination()).toHaveValue('https://shop.example/new?mine');
    await user.click(within(notice).getByRole('button', { name: 'Overwrite' }));
    expect(await findToast('/launch saved')).toBeVisible();
    expect(matches).toEqual(['"3"', null]);
  });

  it('loads the new version when the changes are discarded', async () => {
    let served = link;
    server.use(
      http.patch(`${API}/links/:id`, () => problem(412, 'It moved on.')),
      http.get(`${API}/links/:id`, () => HttpResponse.json(served)),
    );
    const { user } = await renderScreen(<EditLinkDialog linkId={link.id} onClose={() => {}} />);
    await user.type(await screen.findByRole('textbox', { name: 'Destination' }), '?mine');
    await user.click(screen.getByRole('button', { name: /^Save changes/ }));
    served = { ...link, url: 'https://theirs.example', version: 4 };
    await user.click(await screen.findByRole('button', { name: 'Reload and discard my changes' }));
    await waitFor(() => expect(destination()).toHaveValue('https://theirs.example'));
  });
});
