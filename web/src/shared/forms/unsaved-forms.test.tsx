import { Link } from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { Field, Input } from '@/shared/ui/field';
import { expectAccessible } from '@/test/axe';
import { renderScreen } from '@/test/render';
import { FormDialog } from './form-dialog';
import { useAppForm } from './use-app-form';

const schema = z.object({ name: z.string() });

interface Props {
  onSubmit?: () => Promise<unknown>;
  guard?: false;
}

/** A button that opens a dialog with a form; the dialog first shows that it loads, as another dialog. */
function Opener({ loading = false, ...form }: Props & { loading?: boolean }) {
  const [open, setOpen] = useState<'no' | 'loading' | 'yes'>('no');
  return (
    <>
      <main id="main" tabIndex={-1}>
        <Button onClick={() => setOpen(loading ? 'loading' : 'yes')}>New folder</Button>
        <Link to="/dashboard/help">Elsewhere</Link>
      </main>
      {open === 'loading' && (
        <Dialog open title="Loading" onClose={() => setOpen('no')}>
          <Button onClick={() => setOpen('yes')}>Loaded</Button>
        </Dialog>
      )}
      {open === 'yes' && <FolderDialog {...form} onClose={() => setOpen('no')} />}
    </>
  );
}

function FolderDialog({ onSubmit = async () => undefined, guard, onClose }: Props & { onClose: () => void }) {
  const form = useAppForm({
    schema,
    defaultValues: { name: '' },
    ...(guard === false && { guard }),
    onSubmit,
    onSuccess: onClose,
  });
  return (
    <FormDialog form={form} title="New folder" action="Create folder" onClose={onClose}>
      <Field label="Name">{(control) => <Input {...control} autoFocus {...form.register('name')} />}</Field>
    </FormDialog>
  );
}

async function openWith(props: Parameters<typeof Opener>[0], text: string) {
  const view = await renderScreen(<Opener {...props} />);
  await view.user.click(screen.getByRole('button', { name: 'New folder' }));
  if (text) await view.user.type(await screen.findByLabelText('Name'), text);
  return view;
}

const question = () => screen.findByRole('alertdialog', { name: 'Discard your changes?' });

describe('a dialog with a form', () => {
  it.each([
    ['Escape', (view: Awaited<ReturnType<typeof openWith>>) => view.user.keyboard('{Escape}')],
    ['Cancel', (view) => view.user.click(screen.getByRole('button', { name: 'Cancel' }))],
    ['the close button', (view) => view.user.click(screen.getByRole('button', { name: 'Close' }))],
    ['Back', async (view) => void view.router.navigate({ to: '.', search: { page: 2 } as never })],
  ] satisfies [string, (view: Awaited<ReturnType<typeof openWith>>) => Promise<unknown>][])(
    'asks before %s discards what was typed',
    async (_, leave) => {
      const view = await openWith({}, 'Campaigns');
      await leave(view);
      await expectAccessible(await question());
      await view.user.click(screen.getByRole('button', { name: 'Continue editing' }));
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
      expect(screen.getByLabelText('Name')).toHaveValue('Campaigns');

      await leave(view);
      await question();
      await view.user.click(screen.getByRole('button', { name: 'Discard changes' }));
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    },
  );

  it('closes without a question when nothing was typed, or nothing is lost', async () => {
    for (const [props, text] of [[{}, ''] as const, [{ guard: false as const }, 'Campaigns'] as const]) {
      const { user, unmount } = await openWith(props, text);
      await screen.findByRole('dialog');
      await user.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      unmount();
    }
  });

  it('sends one request for two submits, stays open meanwhile, and then closes', async () => {
    let answer: (value: unknown) => void = () => {};
    const onSubmit = vi.fn(() => new Promise((resolve) => (answer = resolve)));
    const { user } = await openWith({ onSubmit }, 'Campaigns');
    await user.keyboard('{Control>}{Enter}{/Control}{Control>}{Enter}{/Control}');
    await waitFor(() => expect(onSubmit).toHaveBeenCalled());
    await user.keyboard('{Control>}{Enter}{/Control}{Escape}');
    expect(screen.getByRole('dialog')).toBeInTheDocument();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    answer(null);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });

  it('returns the focus to where the first of two dialogs was opened', async () => {
    const { user } = await openWith({ loading: true }, '');
    await user.click(await screen.findByRole('button', { name: 'Loaded' }));
    await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'New folder' })).toHaveFocus());
  });
});

function Page() {
  const form = useAppForm({ schema, defaultValues: { name: '' }, onSubmit: async () => undefined });
  return (
    <form noValidate onSubmit={form.submit}>
      <Field label="Name">{(control) => <Input {...control} {...form.register('name')} />}</Field>
      <Link to="/dashboard/help">Elsewhere</Link>
      <Link to="." search={{ page: 2 } as never}>
        Page 2
      </Link>
    </form>
  );
}

describe('a form on a screen', () => {
  it('asks before another screen opens, and not when only the search changes', async () => {
    const { user, router } = await renderScreen(<Page />);
    await user.type(screen.getByLabelText('Name'), 'Ada');
    await user.click(screen.getByRole('link', { name: 'Page 2' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ page: 2 }));

    await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
    await question();
    expect(router.state.location.pathname).toBe('/');
    await user.click(screen.getByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/help'));
  });
});
