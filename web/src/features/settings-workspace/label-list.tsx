import { type ReactNode, useState } from 'react';
import { type LabelChange, type LabelKind, useLabelMutations } from '@/entities/label/label.queries';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { messageOf } from '@/shared/api/errors';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { EmptyState } from '@/shared/ui/empty-state';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toast';
import { LabelForm } from './label-form';
import { LabelRow, type ListedLabel } from './label-row';

interface Props<L extends ListedLabel> {
  kind: LabelKind;
  /** "tag", "folder", "template". */
  noun: string;
  labels: readonly L[] | undefined;
  error: Error | null;
  onRetry: () => void;
  /** The end of a row: the number of links, the values. */
  about: (label: L) => ReactNode;
  /** The consequence of deleting a label, as a sentence. */
  warning: (label: L) => string;
  /** Shows a form that creates a label from a name. */
  creatable?: boolean;
  /** Replaces the inline editor of name and color. */
  editor?: (
    label: L,
    ends: { busy: boolean; onCancel: () => void; onSave: (change: LabelChange) => void },
  ) => ReactNode;
  empty: string;
}

/** The labels of a kind, which are created, renamed, colored and deleted in place. */
export function LabelList<L extends ListedLabel>({ kind, noun, labels, error, onRetry, ...rest }: Props<L>) {
  const { create, change, remove } = useLabelMutations(kind);
  const [editing, setEditing] = useState<string | null>(null);
  const [pendingDelete, setPendingDelete] = useState<L | null>(null);
  if (error) return <PanelError error={error} onRetry={onRetry} />;
  if (!labels) return <Skeleton height={96} className="max-w-[680px]" />;

  async function attempt(run: () => Promise<unknown>, action: string): Promise<boolean> {
    try {
      await run();
      return true;
    } catch (error) {
      toast({ title: `Couldn’t ${action} the ${noun}`, text: messageOf(error), tone: 'bad' });
      return false;
    }
  }

  async function save(id: string, patch: LabelChange) {
    if (await attempt(() => change.mutateAsync({ id, ...patch }), 'update')) setEditing(null);
  }

  async function confirm() {
    if (!pendingDelete) return;
    if (await attempt(() => remove.mutateAsync(pendingDelete.id), 'delete'))
      toast({ title: `${pendingDelete.name} deleted` });
    setPendingDelete(null);
  }

  return (
    <div className="max-w-[680px]">
      {labels.length > 0 ? (
        <ul className="ui-panel" aria-label={`All ${noun}s`}>
          {labels.map((label) =>
            rest.editor && editing === label.id ? (
              <li key={label.id} className="ui-row first:border-t-0">
                {rest.editor(label, {
                  busy: change.isPending,
                  onCancel: () => setEditing(null),
                  onSave: (named) => void save(label.id, named),
                })}
              </li>
            ) : (
              <LabelRow
                key={label.id}
                label={label}
                about={rest.about(label)}
                colored={kind === 'tags'}
                editing={editing === label.id}
                busy={change.isPending}
                onEdit={() => setEditing(label.id)}
                onCancel={() => setEditing(null)}
                onSave={(named) => save(label.id, named)}
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
      {rest.creatable && (
        <LabelForm
          label={`New ${noun}`}
          submit={(busy) => (
            <PermissionButton permission="links:write" type="submit" busy={busy}>
              Add
            </PermissionButton>
          )}
          busy={create.isPending}
          onSubmit={(named) => attempt(() => create.mutateAsync(named), 'create')}
        />
      )}
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
