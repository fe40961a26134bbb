import * as z from 'zod/mini';
import { useLabelMutations } from '@/entities/label/label.queries';
import { FormDialog } from '@/shared/forms/form-dialog';
import { useAppForm } from '@/shared/forms/use-app-form';
import { t } from '@/shared/i18n/t';
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

const schema = z.object({ name: z.string().check(z.trim(), z.minLength(1, t('Enter a name.'))) });

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
    <FormDialog form={form} onClose={onClose} title={t('New folder')} action={t('Create folder and move')} width={420}>
      <Field label={t('Name')} error={form.errorOf('name')}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            placeholder={t('Campaigns')}
            maxLength={50}
            autoComplete="off"
            {...form.register('name')}
          />
        )}
      </Field>
    </FormDialog>
  );
}
