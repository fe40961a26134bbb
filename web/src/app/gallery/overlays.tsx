import { useState } from 'react';
import { Button } from '@/shared/ui/button';
import { CommandDialog } from '@/shared/ui/command-dialog';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { Dialog } from '@/shared/ui/dialog';
import { FilterList } from '@/shared/ui/filter-list';
import { Icon } from '@/shared/ui/icon';
import { Menu, MenuCheckboxItem, MenuItem, MenuLabel, MenuRadioGroup, MenuRadioItem, MenuRule } from '@/shared/ui/menu';
import { Popover } from '@/shared/ui/popover';
import { toast } from '@/shared/ui/toast';
import { Tooltip } from '@/shared/ui/tooltip';
import { Section } from './section';

const TAGS = [
  { value: 'spring', label: 'Spring', count: 12 },
  { value: 'print', label: 'Print', count: 3 },
];
const COMMANDS = [
  {
    heading: 'Commands',
    items: [
      { value: 'new', label: 'New link', keys: 'C', run: () => {} },
      { value: 'help', label: 'Go to Help', run: () => {} },
    ],
  },
];

/** Menus, popovers, dialogs and toasts, each behind its button. */
export function Overlays() {
  const [popover, setPopover] = useState(false);
  return (
    <Section title="Overlays">
      <ExampleMenu />
      <Popover open={popover} onOpenChange={setPopover} label="Tags" trigger={<Button>Popover</Button>}>
        <p className="p-4">Content of the popover.</p>
      </Popover>
      <Tooltip text="Copy the short link" keys="C">
        <Button>Tooltip</Button>
      </Tooltip>
      <ExampleFilter />
      <Dialogs />
      <Palette />
      <Button onClick={() => toast({ title: 'Link saved', text: 'go.example.com/launch' })}>Toast</Button>
      <Button onClick={() => toast({ title: 'Link archived', tone: 'bad', action: { label: 'Undo', run: () => {} } })}>
        Toast with action
      </Button>
    </Section>
  );
}

function ExampleMenu() {
  const [sort, setSort] = useState<'newest' | 'oldest'>('newest');
  const [dense, setDense] = useState(true);
  return (
    <Menu trigger={<Button>Menu</Button>} align="start">
      <MenuLabel>Sort by</MenuLabel>
      <MenuRadioGroup label="Sort by" value={sort} onChange={setSort}>
        <MenuRadioItem value="newest">Newest</MenuRadioItem>
        <MenuRadioItem value="oldest" keys="O">
          Oldest
        </MenuRadioItem>
      </MenuRadioGroup>
      <MenuRule />
      <MenuCheckboxItem checked={dense} onChange={setDense}>
        Dense rows
      </MenuCheckboxItem>
      <MenuRule />
      <MenuItem>
        <Icon name="edit" />
        Edit
      </MenuItem>
      <MenuItem disabled>
        <Icon name="lock" />
        Not available
      </MenuItem>
      <MenuItem danger>
        <Icon name="trash" />
        Delete
      </MenuItem>
    </Menu>
  );
}

function ExampleFilter() {
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState(['spring']);
  const toggle = (value: string) =>
    setChosen(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  return (
    <Popover open={open} onOpenChange={setOpen} label="Tags" trigger={<Button>Filter</Button>}>
      <FilterList label="Tags" options={TAGS} chosen={chosen} onToggle={toggle} />
    </Popover>
  );
}

function Palette() {
  const [open, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  return (
    <>
      <Button onClick={() => setOpen(true)}>Command palette</Button>
      {open && (
        <CommandDialog
          label="Command palette"
          placeholder="Search commands"
          search={search}
          onSearch={setSearch}
          groups={COMMANDS}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function Dialogs() {
  const [open, setOpen] = useState<'centre' | 'side' | 'confirm' | 'typed' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Button onClick={() => setOpen('centre')}>Dialog</Button>
      <Button onClick={() => setOpen('side')}>Drawer</Button>
      <Button onClick={() => setOpen('confirm')}>Confirm</Button>
      <Button onClick={() => setOpen('typed')}>Confirm by typing</Button>
      <Dialog
        open={open === 'centre' || open === 'side'}
        place={open === 'side' ? 'side' : 'centre'}
        onClose={close}
        title="Rename view"
        description="The name appears above the list."
        footer={<Button onClick={close}>Close</Button>}
      >
        <p>Content of the dialog.</p>
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm' || open === 'typed'}
        onClose={close}
        title="Delete 12 links?"
        action="Delete links"
        onConfirm={close}
        {...(open === 'typed' ? { typed: '12' } : {})}
      >
        <p>Their short URLs stop working.</p>
      </ConfirmDialog>
    </>
  );
}
