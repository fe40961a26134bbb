import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { folders, tags, useLabelMutations } from '@/entities/label/label.queries';
import { messageOf } from '@/shared/api/errors';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { Field, Input } from '@/shared/ui/field';
import { Icon } from '@/shared/ui/icon';
import { Menu, MenuItem, MenuLabel, MenuRule } from '@/shared/ui/menu';
import { Popover } from '@/shared/ui/popover';

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

/** The folder that links are moved to. */
interface Target {
  id: string;
  name: string;
}

/** Moves to an existing folder, to a new one, or out of any folder. */
export function MovePopover({ disabled, onMove }: { disabled: boolean; onMove: (folder: Target | null) => void }) {
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
      {naming && <NewFolderDialog onClose={() => setNaming(false)} onCreate={onMove} />}
    </>
  );
}

/** Creates the folder that the links are moved to. */
function NewFolderDialog({ onClose, onCreate }: { onClose: () => void; onCreate: (folder: Target) => void }) {
  const { create } = useLabelMutations('folders');
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    try {
      const folder = await create.mutateAsync({ name });
      onClose();
      onCreate(folder);
    } catch (failure) {
      setError(messageOf(failure));
    }
  }

  return (
    <Dialog open onClose={onClose} title="New folder" width={420}>
      <form onSubmit={submit}>
        <Field label="Name" error={error}>
          {(control) => (
            <Input
              {...control}
              autoFocus
              placeholder="Campaigns"
              maxLength={50}
              autoComplete="off"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <div className="mt-4 flex justify-end">
          <Button type="submit" tone="primary" busy={create.isPending}>
            Create folder and move
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
