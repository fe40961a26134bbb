import type { ComponentProps, ReactNode } from 'react';
import { DeniedButton, PermissionButton } from '@/entities/workspace/ui/permission-controls';
import type { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';

export interface ListedLabel {
  id: string;
  name: string;
  color?: string | null;
}

interface Props {
  label: ListedLabel;
  about: ReactNode;
  /** Beside the name. */
  mark?: ReactNode;
  /** Buttons before Edit and Delete. */
  actions?: ReactNode;
  /** Why the label cannot be changed, apart from the role; undefined: it can. */
  denied?: string;
  onEdit: () => void;
  onDelete: () => void;
}

/** One label of the list, with Edit and Delete. */
export function LabelRow({ label, about, mark, actions, denied, onEdit, onDelete }: Props) {
  return (
    <li className="ui-row first:border-t-0">
      {label.color && <span className="tag-dot" style={{ background: label.color }} aria-hidden="true" />}
      <b className="ui-truncate min-w-0">{label.name}</b>
      {mark}
      <span className="ui-small ui-muted ui-truncate ml-auto min-w-0">{about}</span>
      {actions}
      <RowButton denied={denied} aria-label={`Edit ${label.name}`} onClick={onEdit}>
        <Icon name="edit" />
      </RowButton>
      <RowButton denied={denied} aria-label={`Delete ${label.name}`} onClick={onDelete}>
        <Icon name="trash" />
      </RowButton>
    </li>
  );
}

/** A small button that needs the permission to change links. */
function RowButton({ denied, ...button }: ComponentProps<typeof Button> & { denied?: string }) {
  const look = { size: 'sm', icon: true, tone: 'quiet' } as const;
  if (denied) return <DeniedButton {...look} {...button} reason={denied} />;
  return <PermissionButton permission="links:write" {...look} {...button} />;
}
