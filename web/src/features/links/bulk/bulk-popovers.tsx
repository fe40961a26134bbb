import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { folderDenied, folders, tags } from '@/entities/label/label.queries';
import { RestrictedMark } from '@/entities/label/ui/restricted-mark';
import { PermissionItem } from '@/entities/workspace/ui/permission-controls';
import { Button } from '@/shared/ui/button';
import { Input } from '@/shared/ui/field';
import { Icon } from '@/shared/ui/icon';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Menu, MenuItem, MenuLabel, MenuRule } from '@/shared/ui/menu';
import { Popover } from '@/shared/ui/popover';
import { BulkTrigger } from './bulk-trigger';
import type { TargetFolder } from './new-folder-dialog';

interface TriggerState {
  disabled: boolean;
  /** Why the user may not change the selected links. */
  denied?: string;
}

/** Adds an existing or new tag. */
export function TagPopover({ onTag, ...state }: TriggerState & { onTag: (name: string) => void }) {
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
      trigger={<BulkTrigger glyph="tag" label="Tag" className="selection-first" {...state} />}
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

const NewFolderDialog = lazyPart(() => import('./new-folder-dialog'), 'NewFolderDialog');

/** Moves to an existing folder, to a new one, or out of any folder. */
export function MovePopover({ onMove, ...state }: TriggerState & { onMove: (folder: TargetFolder | null) => void }) {
  const all = useQuery(folders());
  const [naming, setNaming] = useState(false);
  return (
    <>
      <Menu trigger={<BulkTrigger glyph="folder" label="Move" {...state} />}>
        <MenuLabel>Move to</MenuLabel>
        {all.data?.map((folder) => (
          <PermissionItem
            key={folder.id}
            permission="links:write"
            denied={folderDenied(folder)}
            onSelect={() => onMove(folder)}
          >
            {folder.name}
            {folder.access === 'members' && <RestrictedMark />}
          </PermissionItem>
        ))}
        <MenuItem onSelect={() => setNaming(true)}>
          <Icon name="plus" />
          New folder
        </MenuItem>
        <MenuRule />
        <MenuItem onSelect={() => onMove(null)}>No folder</MenuItem>
      </Menu>
      {naming && <NewFolderDialog onClose={() => setNaming(false)} onCreate={onMove} />}
    </>
  );
}
