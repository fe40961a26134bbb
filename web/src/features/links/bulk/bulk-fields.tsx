import { type FormEvent, useState } from 'react';
import { useEntryZone } from '@/entities/workspace/use-workspace-zone';
import { Button } from '@/shared/ui/button';
import { Field, Input } from '@/shared/ui/field';
import { Icon } from '@/shared/ui/icon';
import { Menu, MenuItem, MenuLabel } from '@/shared/ui/menu';
import { Popover } from '@/shared/ui/popover';
import { fromLocalInput } from '../local-time';

interface UntagProps {
  disabled: boolean;
  /** Of the selected links, each once. */
  tags: readonly string[];
  onUntag: (tag: string) => void;
}

/** Takes a tag off the selected links. Left out when they have none. */
export function UntagMenu({ disabled, tags, onUntag }: UntagProps) {
  if (tags.length === 0) return null;
  return (
    <Menu
      trigger={
        <Button size="sm" disabled={disabled} aria-label="Remove tag">
          <Icon name="tag" />
          <span className="links-word links-always">Untag</span>
        </Button>
      }
    >
      <MenuLabel>Remove the tag</MenuLabel>
      {tags.map((tag) => (
        <MenuItem key={tag} onSelect={() => onUntag(tag)}>
          {tag}
        </MenuItem>
      ))}
    </Menu>
  );
}

/** Sets or removes the end of the selected links. */
export function EndPopover({ disabled, onEnd }: { disabled: boolean; onEnd: (time: string | null) => void }) {
  const zone = useEntryZone();
  const [open, setOpen] = useState(false);
  const [value, setValue] = useState('');
  const [fault, setFault] = useState<string>();

  function finish(time: string | null) {
    setOpen(false);
    setValue('');
    setFault(undefined);
    onEnd(time);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const time = fromLocalInput(value, zone);
    if (time) finish(time);
    else setFault('Choose a day and a time.');
  }

  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label="End of the selected links"
      className="p-3"
      trigger={
        <Button size="sm" disabled={disabled} aria-label="End date">
          <Icon name="clock" />
          <span className="links-word">End date</span>
        </Button>
      }
    >
      <form className="grid gap-3" noValidate onSubmit={submit}>
        <Field label="Ends" error={fault} hint={`In ${zone}.`}>
          {(control) => (
            <Input
              {...control}
              type="datetime-local"
              value={value}
              onChange={(event) => setValue(event.target.value)}
            />
          )}
        </Field>
        <div className="flex justify-between gap-2">
          <Button onClick={() => finish(null)}>Remove end date</Button>
          <Button type="submit" tone="primary">
            Set end date
          </Button>
        </div>
      </form>
    </Popover>
  );
}
