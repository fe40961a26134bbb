import { useState } from 'react';
import type { Link } from '@/entities/link/link.types';
import { Button } from '@/shared/ui/button';
import { Input } from '@/shared/ui/field';
import { Icon } from '@/shared/ui/icon';
import { Popover } from '@/shared/ui/popover';
import { useLinkActions } from './link-actions';
import type { LinkSelection } from './use-link-selection';

interface Props {
  selection: LinkSelection;
  shown: number;
  onDelete: (links: readonly Link[]) => void;
}

/** What can be done to the selected links together. */
export function LinksBulkBar({ selection, shown, onDelete }: Props) {
  const { archive, restore, tag } = useLinkActions();
  const [busy, setBusy] = useState(false);
  const { selected } = selection;
  if (selected.length === 0) return null;
  const archived = selected.every((link) => link.status === 'archived');

  async function act(run: () => Promise<void>) {
    setBusy(true);
    await run();
    setBusy(false);
    selection.none();
  }

  return (
    <div className="bulk" role="toolbar" aria-label="Selection">
      <b role="status">{selected.length} selected</b>
      {selected.length < shown && (
        <button type="button" className="all" onClick={selection.all}>
          Select all {shown}
        </button>
      )}
      <TagPopover disabled={busy} onTag={(name) => void act(() => tag(selected, name))} />
      <Button size="sm" busy={busy} onClick={() => act(() => (archived ? restore(selected) : archive(selected)))}>
        <Icon name="box" />
        <span className="word">{archived ? 'Bring back' : 'Archive'}</span>
      </Button>
      <Button size="sm" disabled={busy} onClick={() => onDelete(selected)}>
        <Icon name="trash" />
        <span className="word">Delete</span>
      </Button>
      <Button size="sm" icon aria-label="Select none" onClick={selection.none}>
        <Icon name="x" />
      </Button>
    </div>
  );
}

function TagPopover({ disabled, onTag }: { disabled: boolean; onTag: (name: string) => void }) {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label="Tag the selected links"
      className="p-3"
      trigger={
        <Button size="sm" disabled={disabled} className="first-deed">
          <Icon name="tag" />
          <span className="word">Tag</span>
        </Button>
      }
    >
      <form
        className="joined"
        onSubmit={(event) => {
          event.preventDefault();
          if (!name.trim()) return;
          setOpen(false);
          setName('');
          onTag(name.trim());
        }}
      >
        <Input aria-label="Tag" placeholder="spring" value={name} onChange={(event) => setName(event.target.value)} />
        <Button type="submit" tone="primary">
          Add
        </Button>
      </form>
    </Popover>
  );
}
