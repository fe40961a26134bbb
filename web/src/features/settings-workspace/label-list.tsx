import { type ReactNode, useState } from 'react';
import { type LabelChange, type LabelKind, useLabelMutations } from '@/entities/label/label.queries';
import { messageOf } from '@/shared/api/errors';
import { Button } from '@/shared/ui/button';
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
  /** What stands at a row's end: how many links, which values. */
  about: (label: L) => ReactNode;
  /** What deleting one means, as a sentence. */
  warning: (label: L) => string;
  /** Whether one can be made here by its name alone. */
  makes?: boolean;
  /** Changes one in place, where its name and colour are not all. */
  editor?: (label: L, ends: { busy: boolean; onCancel: () => void; onSave: (named: LabelChange) => void }) => ReactNode;
  empty: string;
}

/** All labels of a kind: made, renamed, coloured and deleted in place. */
export function LabelList<L extends ListedLabel>({ kind, noun, labels, error, onRetry, ...rest }: Props<L>) {
  const { create, change, remove } = useLabelMutations(kind);
  const [editing, setEditing] = useState<string | null>(null);
  const [doomed, setDoomed] = useState<L | null>(null);
  if (error) return <PanelError error={error} onRetry={onRetry} />;
  if (!labels) return <Skeleton height={96} className="max-w-[680px]" />;

  async function attempt(run: () => Promise<unknown>, failed: string): Promise<boolean> {
    try {
      await run();
      return true;
    } catch (fault) {
      toast({ title: `The ${noun} was not ${failed}`, text: messageOf(fault), tone: 'bad' });
      return false;
    }
  }

  async function save(id: string, named: LabelChange) {
    if (await attempt(() => change.mutateAsync({ id, ...named }), 'changed')) setEditing(null);
  }

  async function confirm() {
    if (!doomed) return;
    if (await attempt(() => remove.mutateAsync(doomed.id), 'deleted')) toast({ title: `${doomed.name} deleted` });
    setDoomed(null);
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
                coloured={kind === 'tags'}
                editing={editing === label.id}
                busy={change.isPending}
                onEdit={() => setEditing(label.id)}
                onCancel={() => setEditing(null)}
                onSave={(named) => save(label.id, named)}
                onDelete={() => setDoomed(label)}
              />
            ),
          )}
        </ul>
      ) : (
        <div className="ui-panel">
          <EmptyState>{rest.empty}</EmptyState>
        </div>
      )}
      {rest.makes && (
        <LabelForm
          label={`New ${noun}`}
          submit={(busy) => (
            <Button type="submit" busy={busy}>
              Add
            </Button>
          )}
          busy={create.isPending}
          onSubmit={(named) => attempt(() => create.mutateAsync(named), 'made')}
        />
      )}
      <ConfirmDialog
        open={doomed !== null}
        onClose={() => setDoomed(null)}
        title={`Delete ${doomed?.name ?? ''}?`}
        action={`Delete ${noun}`}
        onConfirm={confirm}
        busy={remove.isPending}
      >
        <p>{doomed && rest.warning(doomed)}</p>
      </ConfirmDialog>
    </div>
  );
}
