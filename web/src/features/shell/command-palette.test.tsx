import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { shortcuts } from '@/shared/lib/shortcuts';
import { expectAccessible } from '@/test/axe';
import { aLink } from '@/test/fixtures/links';
import { renderScreen, signIn } from '@/test/render';
import { server } from '@/test/server';
import { CommandPalette } from './command-palette';

describe('CommandPalette', () => {
  const run = vi.fn();

  beforeEach(() => {
    signIn();
    run.mockReset();
    const remove = shortcuts.add({ keys: 'c', label: 'New link', group: 'General', run });
    return remove;
  });

  it('filters the registered shortcuts and runs the highlighted one on Enter', async () => {
    const onClose = vi.fn();
    const { user } = await renderScreen(<CommandPalette onClose={onClose} />);
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
    const { user, router } = await renderScreen(<CommandPalette onClose={vi.fn()} />);
    await user.type(await screen.findByRole('combobox'), 'linen');
    await user.click(await screen.findByRole('option', { name: /\/spring-linen/ }));
    expect(asked).toBe('linen');
    await waitFor(() => expect(router.state.location.pathname).toBe(`/dashboard/links/${link.id}`));
  });

  it('says so when nothing matches', async () => {
    server.use(http.get('*/api/v1/links', () => HttpResponse.json({ items: [] })));
    const { user } = await renderScreen(<CommandPalette onClose={vi.fn()} />);
    await user.type(await screen.findByRole('combobox'), 'zzz');
    expect(await screen.findByText('No results.')).toBeInTheDocument();
  });
});
