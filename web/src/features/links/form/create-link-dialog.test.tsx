import { screen, within } from '@testing-library/react';
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
import { dropDraft } from './link-draft';

const API = '*/api/v1';
const destination = () => screen.getByRole('textbox', { name: 'Destination' });
const alias = () => screen.getByRole('textbox', { name: 'Short link' });
const send = (user: UserEvent) => user.click(screen.getByRole('button', { name: /^Create link/ }));

beforeEach(() => {
  signIn();
  dropDraft();
  server.use(...linkHandlers([aLink()]));
});

describe('the create dialog', () => {
  it('starts in the destination, accessible, and says what is missing', async () => {
    const { user } = await renderScreen(<CreateLinkDialog onClose={() => {}} />);
    const dialog = await screen.findByRole('dialog', { name: 'New link' });
    expect(destination()).toHaveFocus();
    await expectAccessible(dialog);
    await send(user);
    expect(await screen.findByText('Enter the address that the link leads to.')).toBeVisible();
  });

  it('tells while one types whether the alias is free', async () => {
    const { user } = await renderScreen(<CreateLinkDialog onClose={() => {}} />);
    await user.type(alias(), 'linen');
    expect(await screen.findByText(/linen is free/)).toBeVisible();
    await user.clear(alias());
    await user.type(alias(), 'launch');
    expect(await screen.findByText('This alias is taken.')).toBeVisible();
  });

  it('shows the final address with its campaign as one types', async () => {
    const { user } = await renderScreen(<CreateLinkDialog onClose={() => {}} draftUrl="https://shop.example/?b=1" />);
    await user.click(screen.getByText('UTM'));
    await user.type(screen.getByRole('textbox', { name: 'Source' }), 'poster');
    const rail = screen.getByRole('complementary', { name: 'Live preview' });
    expect(rail).toHaveTextContent('https://shop.example/?b=1&utm_source=poster');
  });

  it('makes one link, however often it is asked, copies it and shows it', async () => {
    const bodies: unknown[] = [];
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.use(
      http.post(`${API}/links`, async ({ request }) => {
        bodies.push(await request.json());
        await asked;
        return HttpResponse.json(aLink({ alias: 'linen' }), { status: 201 });
      }),
    );
    const { user } = await renderScreen(<CreateLinkDialog onClose={() => {}} draftUrl="https://shop.example" />);
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await user.type(alias(), 'linen');
    await send(user);
    await send(user);
    answer();
    expect(await screen.findByRole('dialog', { name: 'Link made' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'localhost:8080/linen' })).toBeVisible();
    expect(copied).toHaveBeenCalledExactlyOnceWith('http://localhost:8080/linen');
    expect(bodies).toEqual([{ url: 'https://shop.example', alias: 'linen' }]);
  });

  it('puts the server’s findings under their fields, opens their sections and loses nothing', async () => {
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
    await send(user);
    expect(await screen.findByText('This address leads back here.')).toBeVisible();
    expect(screen.getByText('This is no address.').closest('details')).toHaveAttribute('open');
    expect(destination()).toHaveFocus();
    expect(destination()).toHaveValue('https://shop.example');
    expect(alias()).toHaveValue('linen');
  });

  it('says what to do when the plan is full', async () => {
    server.use(http.post(`${API}/links`, () => problem(402, 'The Free Plan holds 100 links.')));
    const { user } = await renderScreen(<CreateLinkDialog onClose={() => {}} draftUrl="https://shop.example" />);
    await send(user);
    expect(await screen.findByText('The Free Plan holds 100 links.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'See the plans' })).toHaveAttribute('href', '/pricing');
  });

  it('keeps the draft through closing, and drops it once the link is made', async () => {
    const onClose = vi.fn();
    const first = await renderScreen(<CreateLinkDialog onClose={onClose} />);
    await first.user.type(destination(), 'https://shop.example');
    await first.user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
    first.unmount();

    server.use(http.post(`${API}/links`, () => HttpResponse.json(aLink(), { status: 201 })));
    const second = await renderScreen(<CreateLinkDialog onClose={onClose} />);
    expect(destination()).toHaveValue('https://shop.example');
    await send(second.user);
    await second.user.click(await screen.findByRole('button', { name: 'Create another' }));
    expect(destination()).toHaveValue('');
  });
});

describe('the edit dialog', () => {
  const link = aLink({ version: 3, title: 'Launch' });

  it('sends what changed with the version that was seen', async () => {
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

  it('asks what shall stand when somebody else was faster', async () => {
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
    await user.click(within(notice).getByRole('button', { name: 'Save mine over it' }));
    expect(await findToast('/launch saved')).toBeVisible();
    expect(matches).toEqual(['"3"', null]);
  });

  it('loads the other version when asked', async () => {
    let served = link;
    server.use(
      http.patch(`${API}/links/:id`, () => problem(412, 'It moved on.')),
      http.get(`${API}/links/:id`, () => HttpResponse.json(served)),
    );
    const { user } = await renderScreen(<EditLinkDialog linkId={link.id} onClose={() => {}} />);
    await user.type(await screen.findByRole('textbox', { name: 'Destination' }), '?mine');
    await user.click(screen.getByRole('button', { name: /^Save changes/ }));
    served = { ...link, url: 'https://theirs.example', version: 4 };
    await user.click(await screen.findByRole('button', { name: 'Load theirs' }));
    await vi.waitFor(() => expect(destination()).toHaveValue('https://theirs.example'));
  });
});
