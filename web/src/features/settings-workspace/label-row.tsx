import { type FormEvent, type ReactNode, useState } from 'react';
import type { LabelChange } from '@/entities/label/label.queries';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { Button } from '@/shared/ui/button';
import { Input } from '@/shared/ui/field';
import { Icon } from '@/shared/ui/icon';
import { TagColors } from './tag-colors';

export interface ListedLabel {
  id: string;
  name: string;
  color?: string | null;
}

interface Props {
  label: ListedLabel;
  about: ReactNode;
  /** Whether it can have a color. */
  colored: boolean;
  editing: boolean;
  busy: boolean;
  onEdit: () => void;
  onCancel: () => void;
  onSave: (change: LabelChange) => void;
  onDelete: () => void;
}

/** One label; while it is edited, a form. */
export function LabelRow({ label, about, colored, editing, busy, onEdit, onCancel, onSave, onDelete }: Props) {
  if (editing) return <EditRow label={label} colored={colored} busy={busy} onCancel={onCancel} onSave={onSave} />;
  return (
    <li className="ui-row first:border-t-0">
      {label.color && <span className="tag-dot" style={{ background: label.color }} aria-hidden="true" />}
      <b className="ui-truncate min-w-0">{label.name}</b>
      <span className="ui-small ui-muted ui-truncate ml-auto min-w-0">{about}</span>
      <PermissionButton
        permission="links:write"
        size="sm"
        icon
        tone="quiet"
        aria-label={`Edit ${label.name}`}
        onClick={onEdit}
      >
        <Icon name="edit" />
      </PermissionButton>
      <PermissionButton
        permission="links:write"
        size="sm"
        icon
        tone="quiet"
        aria-label={`Delete ${label.name}`}
        onClick={onDelete}
      >
        <Icon name="trash" />
      </PermissionButton>
    </li>
  );
}

function EditRow({ label, colored, busy, onCancel, onSave }: Omit<Props, 'about' | 'editing' | 'onEdit' | 'onDelete'>) {
  const [name, setName] = useState(label.name);
  const [color, setColor] = useState(label.color ?? null);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim()) onSave(colored ? { name, color } : { name });
  }

  return (
    <li className="ui-row first:border-t-0">
      <form
        className="flex min-w-0 flex-1 flex-wrap items-center gap-2"
        onSubmit={submit}
        onKeyDown={(event) => event.key === 'Escape' && onCancel()}
      >
        <Input
          autoFocus
          aria-label={`Name of ${label.name}`}
          className="min-w-[160px] flex-1"
          maxLength={50}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        {colored && <TagColors value={color} onChange={setColor} />}
        <Button type="submit" size="sm" tone="primary" busy={busy}>
          Save
        </Button>
        <Button size="sm" onClick={onCancel}>
          Cancel
        </Button>
      </form>
    </li>
  );
}
