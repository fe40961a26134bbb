import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderScreen } from '@/test/render';
import { Button } from './button';

/** The loads of the code that have begun, each with its two ends. */
let loads: { arrive: () => void; fail: () => void }[] = [];

/** As `loadOnce`, but each load waits for the test. */
function loadLater<Module>(load: () => Promise<Module>) {
  const once: { (): Promise<Module>; loaded?: Module } = async () => {
    await new Promise<void>((resolve, reject) => {
      const missing = Object.assign(new Error('missing'), { name: 'ChunkLoadError' });
      loads.push({ arrive: resolve, fail: () => reject(missing) });
    });
    once.loaded ??= await load();
    return once.loaded;
  };
  return once;
}

/** The kit before any overlay was opened. */
async function freshKit() {
  vi.resetModules();
  vi.doMock('@/shared/lib/load-once', () => ({ loadOnce: loadLater }));
  const [menu, popover, dialog, tooltip, select, part] = await Promise.all([
    import('./menu'),
    import('./popover'),
    import('./dialog'),
    import('./tooltip'),
    import('./select'),
    import('./overlay-part'),
  ]);
  return { ...menu, ...popover, ...dialog, ...tooltip, ...select, ...part };
}

let kit: Awaited<ReturnType<typeof freshKit>>;
beforeEach(async () => {
  loads = [];
  kit = await freshKit();
});

const arrive = () => act(async () => loads.at(-1)?.arrive());
const fail = () => act(async () => loads.at(-1)?.fail());
const button = (name: string) => screen.getByRole('button', { name });

function Actions({ onEdit }: { onEdit?: () => void }) {
  const { Menu, MenuItem } = kit;
  return (
    <main>
      <input aria-label="Destination" />
      <Menu trigger={<Button>Actions</Button>}>
        <MenuItem onSelect={onEdit}>Edit</MenuItem>
        <MenuItem>Delete</MenuItem>
      </Menu>
    </main>
  );
}

function Warmed() {
  kit.useOverlayWarmup();
  return 'Page';
}

function Opening({ children }: { children: (open: boolean, setOpen: (open: boolean) => void) => ReactNode }) {
  const [open, setOpen] = useState(false);
  return children(open, setOpen);
}

describe('a menu whose code has not been loaded', () => {
  it('opens by the press that came before its code, and Escape returns the focus', async () => {
    const edit = vi.fn();
    const { user } = await renderScreen(<Actions onEdit={edit} />);
    expect(button('Actions')).toHaveAttribute('aria-haspopup', 'menu');
    expect(button('Actions')).toHaveAttribute('aria-expanded', 'false');
    expect(loads).toHaveLength(0);
    await user.click(button('Actions'));
    expect(button('Actions')).toHaveAttribute('aria-expanded', 'true');
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();

    await arrive();
    expect(screen.getByRole('menu', { name: 'Actions' })).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
    expect(button('Actions')).toHaveFocus();

    await user.click(button('Actions'));
    await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
    expect(edit).toHaveBeenCalledTimes(1);
  });

  it.each(['{Enter}', ' ', '{ArrowDown}'])('opens by the key %j on its first item', async (key) => {
    const { user } = await renderScreen(<Actions />);
    button('Actions').focus();
    await user.keyboard(key);
    await arrive();
    expect(screen.getByRole('menuitem', { name: 'Edit' })).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('menuitem', { name: 'Delete' })).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(button('Actions')).toHaveFocus();
    await user.keyboard(key);
    expect(screen.getByRole('menuitem', { name: 'Edit' })).toHaveFocus();
  });

  it.each([
    ['a second press', 'click'],
    ['Escape', 'key'],
  ])('stays closed after %s', async (_, by) => {
    const { user } = await renderScreen(<Actions />);
    await user.tab();
    await user.tab();
    await user.keyboard('{Enter}');
    if (by === 'click') await user.click(button('Actions'));
    else await user.keyboard('{Escape}');
    await arrive();
    expect(button('Actions')).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  });

  it('leaves the screen when its code is missing, and tries again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {}); // React logs errors that a boundary catches
    const { user } = await renderScreen(<Actions />);
    await user.type(screen.getByLabelText('Destination'), 'https://example.com');
    await user.click(button('Actions'));
    await fail();
    expect(screen.getByRole('dialog', { name: 'Part of this page couldn’t be loaded.' })).toBeVisible();
    await user.click(button('Close'));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(button('Actions')).toHaveAttribute('aria-expanded', 'false');

    await user.click(button('Actions'));
    await fail();
    await user.click(button('Try again'));
    await arrive();
    expect(screen.getByRole('menu', { name: 'Actions' })).toBeVisible();
    expect(screen.getByLabelText('Destination')).toHaveValue('https://example.com');
  });
});

describe('other overlays whose code has not been loaded', () => {
  it('opens a popover by the press before, and Escape returns the focus', async () => {
    const { Popover } = kit;
    const { user } = await renderScreen(
      <Opening>
        {(open, setOpen) => (
          <Popover open={open} onOpenChange={setOpen} label="Tags" trigger={<Button>Filter</Button>}>
            <input aria-label="Search tags" />
          </Popover>
        )}
      </Opening>,
    );
    await user.click(button('Filter'));
    await arrive();
    expect(screen.getByRole('dialog', { name: 'Tags' })).toBeVisible();
    expect(screen.getByLabelText('Search tags')).toHaveFocus();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(button('Filter')).toHaveFocus());
    await user.click(button('Filter'));
    await user.click(button('Filter'));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('opens a dialog, whose end returns the focus', async () => {
    const { Dialog } = kit;
    const { user } = await renderScreen(
      <Opening>
        {(open, setOpen) => (
          <>
            <Button onClick={() => setOpen(true)}>New link</Button>
            <Dialog open={open} onClose={() => setOpen(false)} title="New link">
              <input aria-label="Destination" />
            </Dialog>
          </>
        )}
      </Opening>,
    );
    await user.click(button('New link'));
    await arrive();
    expect(screen.getByRole('dialog', { name: 'New link' })).toBeVisible();
    expect(screen.getByLabelText('Destination')).toHaveFocus();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(button('New link')).toHaveFocus());
  });

  it('shows a tooltip once the code is there, unless the focus has left', async () => {
    const { Tooltip } = kit;
    const { user } = await renderScreen(
      <Tooltip text="Copy it">
        <Button aria-label="Copy" />
      </Tooltip>,
    );
    await user.tab();
    await user.tab({ shift: true });
    await arrive();
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
    expect(button('Copy')).not.toHaveAccessibleDescription();
    await user.tab();
    expect(screen.getByRole('tooltip')).toHaveTextContent('Copy it');
    expect(button('Copy')).toHaveAccessibleDescription('Copy it');
  });

  it('shows nothing in place of a tooltip whose code is missing, and tries again', async () => {
    const { Tooltip } = kit;
    const { user } = await renderScreen(
      <Tooltip text="Copy it">
        <Button aria-label="Copy" />
      </Tooltip>,
    );
    await user.tab();
    await fail();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await user.tab();
    await user.tab();
    await arrive();
    expect(screen.getByRole('tooltip')).toHaveTextContent('Copy it');
  });

  it('are loaded by the first movement of the pointer or the first key, once', async () => {
    await renderScreen(<Warmed />);
    expect(loads).toHaveLength(0);
    fireEvent.pointerMove(document.body);
    fireEvent.keyDown(document.body, { key: 'Tab' });
    expect(loads).toHaveLength(1);
  });
});

const OPTIONS = [
  { value: 'now', label: 'By email' },
  { value: 'daily', label: 'Daily summary' },
  { value: 'never', label: 'No email' },
];

function Emails() {
  const [value, setValue] = useState('daily');
  return <kit.Select aria-label="Emails" value={value} options={OPTIONS} onChange={setValue} />;
}

describe('a select whose code has not been loaded', () => {
  const box = () => screen.getByRole('combobox', { name: 'Emails' });

  it('shows its value, opens by the press before on it, and Escape returns the focus', async () => {
    const { user } = await renderScreen(<Emails />);
    expect(box()).toHaveTextContent('Daily summary');
    expect(box()).toHaveAttribute('aria-expanded', 'false');
    await user.click(box());
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    await arrive();
    expect(await screen.findByRole('listbox')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('option', { name: 'Daily summary' })).toHaveFocus());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(box()).toHaveFocus());
    expect(box()).toHaveTextContent('Daily summary');
  });

  it.each(['{Enter}', ' ', '{ArrowDown}', '{ArrowUp}'])('opens by the key %j, and Enter chooses', async (key) => {
    const { user } = await renderScreen(<Emails />);
    box().focus();
    await user.keyboard(key);
    await arrive();
    await waitFor(() => expect(screen.getByRole('option', { name: 'Daily summary' })).toHaveFocus());
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(screen.getByRole('option', { name: 'No email' })).toHaveFocus());
    await user.keyboard('{Enter}');
    expect(box()).toHaveTextContent('No email');
    await waitFor(() => expect(box()).toHaveFocus());
  });

  it('chooses by letters while it is closed', async () => {
    const { user } = await renderScreen(<Emails />);
    await user.tab();
    await arrive();
    await user.keyboard('n');
    expect(box()).toHaveTextContent('No email');
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  });
});
