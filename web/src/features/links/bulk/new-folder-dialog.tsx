import * as z from 'zod/mini';
import { useLabelMutations } from '@/entities/label/label.queries';
import { FormSummary } from '@/shared/forms/form-summary';
import { useAppForm } from '@/shared/forms/use-app-form';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { Field, Input } from '@/shared/ui/field';

/** The folder that links are moved to. */
export interface TargetFolder {
  id: string;
  name: string;
}

interface Props {
  onClose: () => void;
  onCreate: (folder: TargetFolder) => void;
}

const schema = z.object({ name: z.string().check(z.trim(), z.minLength(1, 'Enter a name.')) });

/** Creates the folder that the selected links are moved to. */
export function NewFolderDialog({ onClose, onCreate }: Props) {
  const { create } = useLabelMutations('folders');
  const form = useAppForm({
    schema,
    defaultValues: { name: '' },
    onSubmit: (values) => create.mutateAsync(values),
    onSuccess: (folder) => {
      onClose();
      onCreate(folder);
    },
  });
  return (
    <Dialog open onClose={onClose} title="New folder" width={420}>
      <form noValidate onSubmit={form.submit}>
        <Field label="Name" error={form.errorOf('name')}>
          {(control) => (
            <Input
              {...control}
              autoFocus
              placeholder="Campaigns"
              maxLength={50}
              autoComplete="off"
              {...form.register('name')}
            />
          )}
        </Field>
        <FormSummary messages={form.summary} />
        <div className="mt-4 flex justify-end">
          <Button type="submit" tone="primary" busy={form.isPending}>
            Create folder and move
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
