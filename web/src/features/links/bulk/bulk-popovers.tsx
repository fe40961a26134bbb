import { useQuery } from '@tanstack/react-query';
import { type FormEvent, lazy, Suspense, useId, useState } from 'react';
import { folders, tags } from '@/entities/label/label.queries';
import { Button } from '@/shared/ui/button';
import { Input } from '@/shared/ui/field';
import { Icon } from '@/shared/ui/icon';
import { Menu, MenuItem, MenuLabel, MenuRule } from '@/shared/ui/menu';
import { Popover } from '@/shared/ui/popover';
import type { TargetFolder } from './new-folder-dialog';

/** Adds an existing or new tag. */
export function TagPopover({ disabled, onTag }: { disabled: boolean; onTag: (name: string) => void }) {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const known = useQuery({ ...tags(), enabled: open });
  const list = useId();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!name.trim()) return;
    setOpen(false);
    setName('');
    onTag(name.trim());
  }

  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label="Tag the selected links"
      className="p-3"
      trigger={
        <Button size="sm" disabled={disabled} aria-label="Tag" className="links-first-action">
          <Icon name="tag" />
          <span className="links-word">Tag</span>
        </Button>
      }
    >
      <form className="ui-joined" onSubmit={submit}>
        <Input
          aria-label="Tag"
          placeholder="spring"
          list={list}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" tone="primary">
          Add
        </Button>
      </form>
      <datalist id={list}>
        {known.data?.map((tag) => (
          <option key={tag.id} value={tag.name} />
        ))}
      </datalist>
    </Popover>
  );
}

const NewFolderDialog = lazy(() =>
  import('./new-folder-dialog').then((module) => ({ default: module.NewFolderDialog })),
);

/** Moves to an existing folder, to a new one, or out of any folder. */
export function MovePopover({
  disabled,
  onMove,
}: {
  disabled: boolean;
  onMove: (folder: TargetFolder | null) => void;
}) {
  const all = useQuery(folders());
  const [naming, setNaming] = useState(false);
  return (
    <>
      <Menu
        trigger={
          <Button size="sm" disabled={disabled} aria-label="Move">
            <Icon name="folder" />
            <span className="links-word">Move</span>
          </Button>
        }
      >
        <MenuLabel>Move to</MenuLabel>
        {all.data?.map((folder) => (
          <MenuItem key={folder.id} onSelect={() => onMove(folder)}>
            {folder.name}
          </MenuItem>
        ))}
        <MenuItem onSelect={() => setNaming(true)}>
          <Icon name="plus" />
          New folder
        </MenuItem>
        <MenuRule />
        <MenuItem onSelect={() => onMove(null)}>No folder</MenuItem>
      </Menu>
      {naming && (
        <Suspense fallback={null}>
          <NewFolderDialog onClose={() => setNaming(false)} onCreate={onMove} />
        </Suspense>
      )}
    </>
  );
}
