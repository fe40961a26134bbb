import { type FormEvent, useId, useState } from 'react';
import { type SavedView, useSavedViewMutations } from '@/entities/saved-view/saved-view.queries';
import { messageOf } from '@/shared/api/errors';
import { Button } from '@/shared/ui/button';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { Dialog } from '@/shared/ui/dialog';
import { Field, Input } from '@/shared/ui/field';
import { toast } from '@/shared/ui/toast';

interface Props {
  task: 'save' | 'rename' | 'delete';
  /** The current filters as a query string. */
  query: string;
  /** The view to rename or delete. */
  view: SavedView | undefined;
  onClose: () => void;
}

/** Saves the current filters as a view, or renames or deletes a view. */
export function ViewDialog({ task, query, view, onClose }: Props) {
  if (task === 'delete') return view && <DeleteViewDialog view={view} onClose={onClose} />;
  return <ViewNameDialog view={task === 'rename' ? view : undefined} query={query} onClose={onClose} />;
}

function ViewNameDialog({ view, query, onClose }: Omit<Props, 'task'>) {
  const id = useId();
  const { create, change } = useSavedViewMutations();
  const [name, setName] = useState(view?.name ?? '');
  const [error, setError] = useState('');
  const busy = create.isPending || change.isPending;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!name.trim()) return setError('Enter a name.');
    try {
      const saved = await (view ? change.mutateAsync({ id: view.id, name }) : create.mutateAsync({ name, query }));
      toast({ title: view ? 'View renamed' : 'View saved', text: saved.name });
      onClose();
    } catch (failure) {
      setError(messageOf(failure));
    }
  }

  return (
    <Dialog
      open
      width={440}
      onClose={onClose}
      title={view ? `Rename “${view.name}”` : 'Save view'}
      description={view ? undefined : 'Saves the filters, sort order and page size as a tab. Only you can see it.'}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} tone="primary" busy={busy}>
            {view ? 'Rename' : 'Save view'}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit}>
        <Field label="Name" error={error}>
          {(control) => (
            <Input
              {...control}
              autoFocus
              maxLength={40}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}

function DeleteViewDialog({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const { create, remove } = useSavedViewMutations();
  const { name, query } = view;

  async function confirm() {
    try {
      await remove.mutateAsync(view.id);
      toast({
        title: `View “${name}” deleted`,
        action: { label: 'Undo', run: () => create.mutate({ name, query }) },
      });
    } catch (error) {
      toast({ title: 'Couldn’t delete the view', text: messageOf(error), tone: 'bad' });
    }
    onClose();
  }

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Delete view “${name}”?`}
      action="Delete view"
      onConfirm={confirm}
      busy={remove.isPending}
    >
      <p>The links in this view are not affected.</p>
    </ConfirmDialog>
  );
}
