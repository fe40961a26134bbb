import * as z from 'zod/mini';
import { type SavedView, useSavedViewMutations } from '@/entities/saved-view/saved-view.queries';
import { messageOf } from '@/shared/api/errors';
import { FormDialog } from '@/shared/forms/form-dialog';
import { useAppForm } from '@/shared/forms/use-app-form';
import { t } from '@/shared/i18n/t';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
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

const schema = z.object({ name: z.string().check(z.trim(), z.minLength(1, t('Enter a name.'))) });

function ViewNameDialog({ view, query, onClose }: Omit<Props, 'task'>) {
  const { create, change } = useSavedViewMutations();
  const form = useAppForm({
    schema,
    defaultValues: { name: view?.name ?? '' },
    onSubmit: ({ name }) => (view ? change.mutateAsync({ id: view.id, name }) : create.mutateAsync({ name, query })),
    onSuccess: (saved) => {
      toast({ title: view ? t('View renamed') : t('View saved'), text: saved.name });
      onClose();
    },
  });

  return (
    <FormDialog
      width={440}
      onClose={onClose}
      title={view ? t('Rename “{name}”', { name: view.name }) : t('Save view')}
      description={view ? undefined : t('Saves the filters, sort order and page size as a tab. Only you can see it.')}
      form={form}
      action={view ? t('Rename') : t('Save view')}
    >
      <Field label={t('Name')} error={form.errorOf('name')}>
        {(control) => <Input {...control} autoFocus maxLength={40} {...form.register('name')} />}
      </Field>
    </FormDialog>
  );
}

function DeleteViewDialog({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const { create, remove } = useSavedViewMutations();
  const { name, query } = view;

  async function confirm() {
    try {
      await remove.mutateAsync(view.id);
      toast({
        title: t('View “{name}” deleted', { name }),
        action: { label: t('Undo'), run: () => create.mutate({ name, query }) },
      });
    } catch (error) {
      toast({ title: t('Couldn’t delete the view'), text: messageOf(error), tone: 'bad' });
    }
    onClose();
  }

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('Delete view “{name}”?', { name })}
      action={t('Delete view')}
      onConfirm={confirm}
      busy={remove.isPending}
    >
      <p>{t('The links in this view are not affected.')}</p>
    </ConfirmDialog>
  );
}
