import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { expectAccessible } from '@/test/axe';
import { aBioPage, bioPageServer } from '@/test/fixtures/bio-pages';
import { aDomain, theDefaultDomain } from '@/test/fixtures/domains';
import { problem } from '@/test/fixtures/handlers';
import { aWorkspace } from '@/test/fixtures/workspace';
import { findToast, renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { BioPagesScreen } from './bio-pages-screen';

const API = '*/api/v1';

const open = (search: { new?: 1; from?: string } = {}) => {
  const onChange = vi.fn();
  return renderScreen(<BioPagesScreen search={search} onChange={onChange} />).then((view) => ({ ...view, onChange }));
};

/** The create dialog once it accepts the pointer. */
async function createDialog(user: UserEvent) {
  const dialog = within(await screen.findByRole('dialog', { name: /^(New bio page|Duplicate page)$/ }));
  await user.click(dialog.getByRole('textbox', { name: 'Title' }));
  return dialog;
}

beforeEach(() => {
  signIn();
  sessionStorage.clear();
  server.use(
    ...bioPageServer().handlers,
    http.get(`${API}/domains`, () => HttpResponse.json({ items: [theDefaultDomain()], nextCursor: null, total: 1 })),
  );
});

describe('list of bio pages', () => {
  it('shows address, state and size of each page', async () => {
    await open();
    const card = within(await screen.findByRole('listitem'));
    expect(card.getByRole('link', { name: 'Oat Street' })).toHaveAttribute('href', '/dashboard/bio-pages/bio_1');
    expect(card.getByText('localhost:8080/@oatstreet')).toBeVisible();
    expect(card.getByText('Published')).toBeVisible();
    expect(card.getByText(/^2 blocks/)).toBeVisible();
    expect(card.getByRole('link', { name: 'Open' })).toHaveAttribute('href', 'http://localhost:8080/@oatstreet');
    await expectAccessible();
  });

  it('shows the views and the click rate of a page that was viewed', async () => {
    const items = [
      aBioPage({ id: 'bio_1', title: 'Oat Street', views: 80, clicks: 20 }),
      aBioPage({ id: 'bio_2', title: 'Oat Farm', views: 0, clicks: 0 }),
    ];
    server.use(http.get(`${API}/bio-pages`, () => HttpResponse.json({ items, nextCursor: null, total: 2 })));
    await open();
    expect(await screen.findByText(/^80 views · 25% click rate · 2 blocks/)).toBeVisible();
    expect(screen.getByText(/^0 views · 2 blocks/)).toBeVisible();
  });

  it('offers to create the first page when there is none', async () => {
    server.use(http.get(`${API}/bio-pages`, () => HttpResponse.json({ items: [], nextCursor: null, total: 0 })));
    const { user, onChange } = await open();
    await user.click(await screen.findByRole('button', { name: 'Create your first page' }));
    expect(onChange).toHaveBeenCalledWith({ new: 1 });
  });

  it('shows the error and retries', async () => {
    server.use(http.get(`${API}/bio-pages`, () => problem(500, 'Broken.'), { once: true }));
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Oat Street' })).toBeVisible();
  });

  it('deletes a page after confirmation', async () => {
    let deleted = false;
    server.use(
      http.delete(`${API}/bio-pages/bio_1`, () => {
        deleted = true;
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Actions for Oat Street' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete Oat Street?' }));
    expect(dialog.getByText('The links of its blocks keep working.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Delete page' }));
    await findToast('Oat Street deleted');
    expect(deleted).toBe(true);
  });

  it('unpublishes a page after confirmation', async () => {
    let unpublished = false;
    server.use(
      http.post(`${API}/bio-pages/bio_1/unpublish`, () => {
        unpublished = true;
        return HttpResponse.json(aBioPage({ publishedRevision: null }));
      }),
    );
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Actions for Oat Street' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Unpublish…' }));
    await user.click(await screen.findByRole('button', { name: 'Unpublish page' }));
    await findToast('Oat Street unpublished');
    expect(unpublished).toBe(true);
  });

  it('disables changes with the reason for a viewer', async () => {
    server.use(
      http.get(`${API}/workspaces/current`, () =>
        HttpResponse.json(aWorkspace({ role: 'viewer', permissions: ['links:read'] })),
      ),
    );
    await open();
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'New page' })).toHaveAttribute('aria-disabled', 'true'),
    );
  });
});

describe('create dialog', () => {
  it('copies a page that is chosen in the dialog', async () => {
    let body: { blocks?: unknown[]; theme?: unknown } = {};
    server.use(
      http.post(`${API}/bio-pages`, async ({ request }) => {
        body = (await request.json()) as typeof body;
        return HttpResponse.json(aBioPage({ id: 'bio_3' }));
      }),
    );
    const { user, router } = await open({ new: 1 });
    const dialog = await createDialog(user);
    await user.type(dialog.getByRole('textbox', { name: 'Title' }), 'Copy');
    await user.click(dialog.getByRole('radio', { name: 'Existing page' }));
    expect(dialog.getByRole('button', { name: 'Create page' })).toBeDisabled();
    await user.click(dialog.getByRole('combobox', { name: 'Page to copy' }));
    await user.click(await screen.findByRole('option', { name: 'Oat Street' }));
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Create page' })).toBeEnabled());
    await user.click(dialog.getByRole('button', { name: 'Create page' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/bio-pages/bio_3'));
    expect(body.blocks).toHaveLength(2);
    expect(body.theme).toEqual({ preset: 'paper' });
  });

  it('previews an export with what is skipped, and creates the page from it', async () => {
    let body: { title?: string; handle?: string; blocks?: { id: string; title?: string }[] } = {};
    server.use(
      http.post(`${API}/bio-pages/convert`, () =>
        HttpResponse.json({
          source: 'linkstack',
          handle: 'Oat.Street',
          title: 'Oat Street',
          description: null,
          blocks: [
            { type: 'link', title: 'Menu', url: 'https://oat.example/', visible: true, startsAt: null, endsAt: null },
          ],
          skipped: [{ title: 'Script', url: 'javascript:x', reason: 'Addresses that run code are not allowed.' }],
          skippedTotal: 1,
        }),
      ),
      http.post(`${API}/bio-pages`, async ({ request }) => {
        body = (await request.json()) as typeof body;
        return HttpResponse.json(aBioPage({ id: 'bio_4' }));
      }),
    );
    const { user, router } = await open({ new: 1 });
    const dialog = await createDialog(user);
    await user.click(dialog.getByRole('radio', { name: 'Export file' }));
    await user.upload(await dialog.findByLabelText('Choose file'), new File(['{}'], 'links.json'));
    expect(await dialog.findByText('Link: Menu')).toBeVisible();
    expect(dialog.getByRole('status')).toHaveTextContent('1 block from a LinkStack export, 1 skipped.');
    expect(dialog.getByText(/Addresses that run code are not allowed/)).toBeInTheDocument();
    expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('Oat Street');
    expect(dialog.getByRole('textbox', { name: 'Handle' })).toHaveValue('oat-street');
    await expectAccessible(screen.getByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Create page' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/bio-pages/bio_4'));
    expect(body).toMatchObject({ title: 'Oat Street', handle: 'oat-street', blocks: [{ title: 'Menu' }] });
    expect(body.blocks?.[0]?.id).toMatch(/^blk_/);
  });

  it('shows why a file cannot be converted', async () => {
    server.use(http.post(`${API}/bio-pages/convert`, () => problem(422, 'The file has no links.')));
    const { user } = await open({ new: 1 });
    const dialog = await createDialog(user);
    await user.click(dialog.getByRole('radio', { name: 'Export file' }));
    await user.upload(await dialog.findByLabelText('Choose file'), new File(['GIF89a'], 'links.csv'));
    expect(await dialog.findByRole('alert')).toHaveTextContent('The file has no links.');
    expect(dialog.getByRole('button', { name: 'Create page' })).toBeDisabled();
  });

  it('creates a page from a template and opens its editor with the template’s blocks', async () => {
    let body: unknown;
    server.use(
      http.post(`${API}/bio-pages`, async ({ request }) => {
        body = await request.json();
        return HttpResponse.json(aBioPage({ id: 'bio_2', blocks: [], revision: 1, publishedRevision: null }));
      }),
    );
    const { user, router } = await open({ new: 1 });
    const dialog = await createDialog(user);
    await user.type(dialog.getByRole('textbox', { name: 'Title' }), 'Oat Café & Bar');
    expect(dialog.getByRole('textbox', { name: 'Handle' })).toHaveValue('oat-cafe-bar');
    await user.click(dialog.getByRole('radio', { name: /^Event/ }));
    await user.click(dialog.getByRole('button', { name: 'Create page' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/bio-pages/bio_2'));
    expect(body).toMatchObject({
      handle: 'oat-cafe-bar',
      title: 'Oat Café & Bar',
      theme: { preset: 'ember' },
      blocks: [{ type: 'countdown' }, { type: 'link' }, { type: 'map', query: '' }, { type: 'faq' }],
    });
  });

  it('starts on the workspace’s domain of new links, where handles have no prefix', async () => {
    server.use(
      http.get(`${API}/workspaces/current`, () => HttpResponse.json(aWorkspace({ defaultDomainId: 'dom_1' }))),
      http.get(`${API}/domains`, () =>
        HttpResponse.json({ items: [theDefaultDomain(), aDomain()], nextCursor: null, total: 2 }),
      ),
    );
    const { user } = await open({ new: 1 });
    const dialog = await createDialog(user);
    await waitFor(() =>
      expect(dialog.getByRole('combobox', { name: 'Domain' })).toHaveTextContent('go.oatstreet.example'),
    );
    expect(dialog.getByTitle('go.oatstreet.example')).toHaveTextContent(/^go\.oatstreet\.example\/$/);
  });

  it('keeps an edited handle when the title changes, and shows that it is taken', async () => {
    server.use(
      http.post(`${API}/bio-pages`, () =>
        problem(409, 'Taken.', [{ field: 'handle', message: 'This handle is taken on localhost:8080.' }]),
      ),
    );
    const { user } = await open({ new: 1 });
    const dialog = await createDialog(user);
    await user.type(dialog.getByRole('textbox', { name: 'Title' }), 'Oat');
    const handle = dialog.getByRole('textbox', { name: 'Handle' });
    await user.clear(handle);
    await user.type(handle, 'oats');
    await user.type(dialog.getByRole('textbox', { name: 'Title' }), 's and more');
    expect(handle).toHaveValue('oats');
    await user.click(dialog.getByRole('button', { name: 'Create page' }));
    expect(await dialog.findByText('This handle is taken on localhost:8080.')).toBeVisible();
    expect(handle).toHaveFocus();
  });

  it('leads to the plans when the plan allows no more pages', async () => {
    server.use(
      http.get('*/api/v1/me', () => HttpResponse.json({ operator: false })),
      http.post(`${API}/bio-pages`, () => problem(402, 'Your plan allows 1 bio page.')),
    );
    const { user } = await open({ new: 1 });
    const dialog = await createDialog(user);
    await user.type(dialog.getByRole('textbox', { name: 'Title' }), 'Oats');
    await user.click(dialog.getByRole('button', { name: 'Create page' }));
    expect(await dialog.findByText('Your plan allows 1 bio page.')).toBeVisible();
    expect(dialog.getByRole('link', { name: 'View plans' })).toHaveAttribute('href', '/pricing');
  });

  it('validates title and handle before the request', async () => {
    const { user } = await open({ new: 1 });
    const dialog = await createDialog(user);
    await user.click(dialog.getByRole('button', { name: 'Create page' }));
    expect(await dialog.findByText('Enter a title.')).toBeVisible();
    expect(dialog.getByText('Enter a handle.')).toBeVisible();
    await expectAccessible(screen.getByRole('dialog'));
  });

  it('copies theme and blocks of another page with new ids', async () => {
    let body: { blocks?: { id: string; title?: string; linkId?: string }[] } = {};
    server.use(
      http.post(`${API}/bio-pages`, async ({ request }) => {
        body = (await request.json()) as typeof body;
        return HttpResponse.json(aBioPage({ id: 'bio_3' }));
      }),
    );
    const { user, router } = await open({ new: 1, from: 'bio_1' });
    const dialog = await createDialog(user);
    expect(await dialog.findByText(/Theme and blocks are copied from Oat Street/)).toBeVisible();
    await user.type(dialog.getByRole('textbox', { name: 'Title' }), 'Copy');
    await user.click(dialog.getByRole('button', { name: 'Create page' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/bio-pages/bio_3'));
    expect(body.blocks).toHaveLength(2);
    expect(body.blocks?.[1]).toMatchObject({ title: 'Order online', linkId: 'lnk_1' });
    expect(body.blocks?.map(({ id }) => id)).not.toContain('blk_1');
  });
});
