import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionStore } from '@/shared/lib/session-store';
import { shortcuts } from '@/shared/lib/shortcuts';
import { expectAccessible } from '@/test/axe';
import { aBioPage } from '@/test/fixtures/bio-pages';
import { aDomain } from '@/test/fixtures/domains';
import { aLink } from '@/test/fixtures/links';
import { renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { CommandPalette } from './command-palette';

const MEMBER = {
  userId: 'usr_2',
  firstName: 'Jonas',
  lastName: 'Beck',
  email: 'jonas@oatstreet.example',
  role: 'editor',
  joinedAt: '2026-11-01T10:00:00Z',
};

describe('CommandPalette', () => {
  const run = vi.fn();

  beforeEach(() => {
    signIn();
    server.use(
      http.get('*/api/v1/domains', () => HttpResponse.json({ items: [aDomain()] })),
      http.get('*/api/v1/me', () => HttpResponse.json({ operator: false })),
      http.get('*/api/v1/workspaces', () => HttpResponse.json({ items: [] })),
      http.get('*/api/v1/links', () => HttpResponse.json({ items: [] })),
      http.get('*/api/v1/bio-pages', () =>
        HttpResponse.json({ items: [aBioPage({ title: 'Oats & friends' })], nextCursor: null }),
      ),
      http.get('*/api/v1/workspaces/:id/members', () => HttpResponse.json({ items: [MEMBER] })),
      http.get('*/api/v1/tags', () => HttpResponse.json({ items: [{ id: 'tag_1', name: 'spring' }] })),
      http.get('*/api/v1/folders', () => HttpResponse.json({ items: [{ id: 'fld_1', name: 'Print' }] })),
    );
    run.mockReset();
    const remove = shortcuts.add({ keys: 'c', label: 'New link', group: 'General', run });
    return remove;
  });

  it('filters the registered shortcuts and runs the highlighted one on Enter', async () => {
    const onClose = vi.fn();
    const { user } = await renderScreen(<CommandPalette onClose={onClose} onWorkspaces={vi.fn()} />);
    const dialog = await screen.findByRole('dialog', { name: 'Command palette' });
    await expectAccessible(dialog);
    server.use(http.get('*/api/v1/links', () => HttpResponse.json({ items: [] })));
    await user.type(within(dialog).getByRole('combobox'), 'new li');
    expect(within(dialog).getByRole('option', { name: /New link/ })).toHaveAttribute('aria-selected', 'true');
    await user.keyboard('{Enter}');
    expect(run).toHaveBeenCalledOnce();
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('searches links on the server and opens the chosen one', async () => {
    const link = aLink({ alias: 'spring-linen' });
    let asked = '';
    server.use(
      http.get('*/api/v1/links', ({ request }) => {
        asked = new URL(request.url).searchParams.get('search') ?? '';
        return HttpResponse.json({ items: [link], total: 1 });
      }),
    );
    const { user, router } = await renderScreen(<CommandPalette onClose={vi.fn()} onWorkspaces={vi.fn()} />);
    await user.type(await screen.findByRole('combobox'), 'linen');
    await user.click(await screen.findByRole('option', { name: /\/spring-linen/ }));
    expect(asked).toBe('linen');
    await waitFor(() => expect(router.state.location.pathname).toBe(`/dashboard/links/${link.id}`));
  });

  it.each([
    ['members', 'Members', '/dashboard/settings/members'],
    ['invite', 'Members', '/dashboard/settings/members'],
    ['import', 'Import links', '/dashboard/settings/import'],
    ['audit', 'Audit log', '/dashboard/settings/audit-log'],
    ['oats', 'Oats & friends', '/dashboard/bio-pages/bio_1'],
    ['oatstreet', 'go.oatstreet.example', '/dashboard/domains/dom_1'],
    ['jonas', 'Jonas Beck', '/dashboard/settings/members'],
    ['spring', 'spring', '/dashboard/links'],
    ['print', 'Print', '/dashboard/links'],
  ])('finds what is named %s', async (text, name, path) => {
    const { user, router } = await renderScreen(<CommandPalette onClose={vi.fn()} onWorkspaces={vi.fn()} />);
    await user.type(await screen.findByRole('combobox'), text);
    await user.click(await screen.findByRole('option', { name: new RegExp(`^${name}`) }));
    await waitFor(() => expect(router.state.location.pathname).toBe(path));
  });

  it('changes the theme and opens the workspaces', async () => {
    const onWorkspaces = vi.fn();
    const { user } = await renderScreen(<CommandPalette onClose={vi.fn()} onWorkspaces={onWorkspaces} />);
    const search = await screen.findByRole('combobox');
    await user.type(search, 'dark{Enter}');
    expect(sessionStore.get()).toMatchObject({ user: { preferences: { theme: 'dark' } } });
    await user.clear(search);
    await user.type(search, 'new workspace{Enter}');
    expect(onWorkspaces).toHaveBeenCalledOnce();
  });

  it('says so when nothing matches', async () => {
    server.use(http.get('*/api/v1/links', () => HttpResponse.json({ items: [] })));
    const { user } = await renderScreen(<CommandPalette onClose={vi.fn()} onWorkspaces={vi.fn()} />);
    await user.type(await screen.findByRole('combobox'), 'zzz');
    expect(await screen.findByText('No results.')).toBeInTheDocument();
  });
});
