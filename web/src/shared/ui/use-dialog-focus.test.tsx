import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { renderScreen } from '@/test/render';
import { Button } from './button';
import { Dialog } from './dialog';
import { Input } from './field';
import { Menu, MenuItem } from './menu';
import { SelectionBar } from './selection-bar';

/** Opens a dialog with a button or from a menu. */
function Opener() {
  const [open, setOpen] = useState(false);
  return (
    <main id="main" tabIndex={-1}>
      <Button onClick={() => setOpen(true)}>Invite</Button>
      <Menu trigger={<Button>Actions</Button>}>
        <MenuItem onSelect={() => setOpen(true)}>Invite from the menu</MenuItem>
      </Menu>
      {open && (
        <Dialog open title="Invite to the workspace" onClose={() => setOpen(false)}>
          <input readOnly aria-label="Workspace" value="Oat Street" />
          <Input aria-label="Email" />
        </Dialog>
      )}
    </main>
  );
}

describe('the focus of a dialog', () => {
  it('begins in the first field, also after a click, and returns to the button', async () => {
    const { user } = await renderScreen(<Opener />);
    await user.click(screen.getByRole('button', { name: 'Invite' }));
    expect(await screen.findByRole('textbox', { name: 'Email' })).toHaveFocus();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Invite' })).toHaveFocus());
  });

  it('returns to the button of the menu that opened it', async () => {
    const { user } = await renderScreen(<Opener />);
    await user.click(screen.getByRole('button', { name: 'Actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Invite from the menu' }));
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Email' })).toHaveFocus());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Actions' })).toHaveFocus());
  });
});

function Selected() {
  const [selected, setSelected] = useState([{ id: 'lnk_1' }]);
  const selection = { selected, all: () => {}, none: () => setSelected([]) };
  return (
    <main id="main" tabIndex={-1}>
      {selected.length > 0 && (
        <SelectionBar selection={selection} shown={1}>
          <Button onClick={selection.none}>Archive</Button>
        </SelectionBar>
      )}
    </main>
  );
}

it('moves from an action on selected items, whose bar disappears, to the main part', async () => {
  const { user } = await renderScreen(<Selected />);
  await user.click(screen.getByRole('button', { name: 'Archive' }));
  expect(screen.getByRole('main')).toHaveFocus();
});
