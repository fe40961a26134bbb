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
  /** What is shown now. */
  query: string;
  /** The view that is meant; none while one is made. */
  view: SavedView | undefined;
  onClose: () => void;
}

/** Gives the list as it is shown a name, or a view another one, or none. */
export function ViewDialog({ task, query, view, onClose }: Props) {
  if (task === 'delete') return view && <DeleteView view={view} onClose={onClose} />;
  return <NameView view={task === 'rename' ? view : undefined} query={query} onClose={onClose} />;
}

function NameView({ view, query, onClose }: Omit<Props, 'task'>) {
  const id = useId();
  const { create, change } = useSavedViewMutations();
  const [name, setName] = useState(view?.name ?? '');
  const [fault, setFault] = useState('');
  const busy = create.isPending || change.isPending;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!name.trim()) return setFault('Please enter a name');
    try {
      const kept = await (view ? change.mutateAsync({ id: view.id, name }) : create.mutateAsync({ name, query }));
      toast({ title: view ? 'View renamed' : 'View saved', text: kept.name });
      onClose();
    } catch (error) {
      setFault(messageOf(error));
    }
  }

  return (
    <Dialog
      open
      width={440}
      onClose={onClose}
      title={view ? `Rename “${view.name}”` : 'Save this view'}
      description={view ? undefined : 'Filters, order and rows become a tab of yours. Nobody else sees it.'}
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
        <Field label="Name" error={fault}>
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

function DeleteView({ view, onClose }: { view: SavedView; onClose: () => void }) {
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
      toast({ title: 'The view was not deleted', text: messageOf(error), tone: 'bad' });
    }
    onClose();
  }

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Delete the view “${name}”?`}
      action="Delete view"
      onConfirm={confirm}
      busy={remove.isPending}
    >
      <p>The links that it shows stay as they are.</p>
    </ConfirmDialog>
  );
}
