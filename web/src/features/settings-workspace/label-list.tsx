import { type ReactNode, useState } from 'react';
import { type LabelChange, type LabelKind, useLabelMutations } from '@/entities/label/label.queries';
import { messageOf } from '@/shared/api/errors';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { EmptyState } from '@/shared/ui/empty-state';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toast';
import { LabelEdit } from './label-edit';
import { LabelForm } from './label-form';
import { LabelRow, type ListedLabel } from './label-row';

export interface EditorProps<L extends ListedLabel> {
  label: L;
  noun: string;
  onSave: (change: LabelChange) => Promise<unknown>;
  onClose: () => void;
}

interface Props<L extends ListedLabel> {
  kind: LabelKind;
  /** "tag", "folder", "template". */
  noun: string;
  labels: readonly L[] | undefined;
  error: Error | null;
  onRetry: () => void;
  /** The end of a row: the number of links, the values. */
  about: (label: L) => ReactNode;
  /** Beside the name, such as a lock. */
  mark?: (label: L) => ReactNode;
  /** Further buttons of a row. */
  actions?: (label: L) => ReactNode;
  /** Why a label cannot be changed, apart from the role. */
  denied?: (label: L) => string | undefined;
  /** The consequence of deleting a label, as a sentence. */
  warning: (label: L) => string;
  /** Shows a form that creates a label from a name. */
  creatable?: boolean;
  /** The form that edits a label; by default its name and, for tags, its color. */
  editor?: (props: EditorProps<L>) => ReactNode;
  empty: string;
}

/** The labels of a kind, which are created, renamed, colored and deleted in place. */
export function LabelList<L extends ListedLabel>({ kind, noun, labels, error, onRetry, ...rest }: Props<L>) {
  const { editor = (props) => <LabelEdit {...props} colored={kind === 'tags'} /> } = rest;
  const { create, change, remove } = useLabelMutations(kind);
  const [editing, setEditing] = useState<string | null>(null);
  const [pendingDelete, setPendingDelete] = useState<L | null>(null);
  if (error) return <PanelError error={error} onRetry={onRetry} />;
  if (!labels) return <Skeleton height={96} className="max-w-[680px]" />;

  async function confirm() {
    if (!pendingDelete) return;
    try {
      await remove.mutateAsync(pendingDelete.id);
      toast({ title: `${pendingDelete.name} deleted` });
    } catch (error) {
      toast({ title: `Couldn’t delete the ${noun}`, text: messageOf(error), tone: 'bad' });
    }
    setPendingDelete(null);
  }

  return (
    <div className="max-w-[680px]">
      {labels.length > 0 ? (
        <ul className="ui-panel" aria-label={`All ${noun}s`}>
          {labels.map((label) =>
            editing === label.id ? (
              <li key={label.id} className="ui-row first:border-t-0">
                {editor({
                  label,
                  noun,
                  onSave: (edited) => change.mutateAsync({ id: label.id, ...edited }),
                  onClose: () => setEditing(null),
                })}
              </li>
            ) : (
              <LabelRow
                key={label.id}
                label={label}
                about={rest.about(label)}
                mark={rest.mark?.(label)}
                actions={rest.actions?.(label)}
                denied={rest.denied?.(label)}
                onEdit={() => setEditing(label.id)}
                onDelete={() => setPendingDelete(label)}
              />
            ),
          )}
        </ul>
      ) : (
        <div className="ui-panel">
          <EmptyState>{rest.empty}</EmptyState>
        </div>
      )}
      {rest.creatable && <LabelForm noun={noun} onCreate={create.mutateAsync} />}
      <ConfirmDialog
        open={pendingDelete !== null}
        onClose={() => setPendingDelete(null)}
        title={`Delete ${pendingDelete?.name ?? ''}?`}
        action={`Delete ${noun}`}
        onConfirm={confirm}
        busy={remove.isPending}
      >
        <p>{pendingDelete && rest.warning(pendingDelete)}</p>
      </ConfirmDialog>
    </div>
  );
}
