import type { ReactNode } from 'react';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { Icon } from '@/shared/ui/icon';

export interface ListedLabel {
  id: string;
  name: string;
  color?: string | null;
}

interface Props {
  label: ListedLabel;
  about: ReactNode;
  onEdit: () => void;
  onDelete: () => void;
}

/** One label of the list, with Edit and Delete. */
export function LabelRow({ label, about, onEdit, onDelete }: Props) {
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
