import { useQuery } from '@tanstack/react-query';
import { Controller, useFormContext } from 'react-hook-form';
import { folders } from '@/entities/label/label.queries';
import { Field } from '@/shared/ui/field';
import { Select } from '@/shared/ui/select';
import type { LinkForm } from './link-form.schema';

// A choice needs a value, and the empty text is none.
const NONE = 'none';

/** Which folder the link lies in. Not there while the workspace has no folder. */
export function FolderField() {
  const { formState } = useFormContext<LinkForm>();
  const { data = [] } = useQuery(folders());
  if (data.length === 0) return null;
  const options = [
    { value: NONE, label: 'No folder' },
    ...data.map((folder) => ({ value: folder.id, label: folder.name })),
  ];
  return (
    <Field label="Folder" error={formState.errors.folderId?.message}>
      {(control) => (
        <Controller<LinkForm, 'folderId'>
          name="folderId"
          render={({ field }) => (
            <Select
              {...control}
              value={field.value || NONE}
              options={options}
              onChange={(id) => field.onChange(id === NONE ? '' : id)}
            />
          )}
        />
      )}
    </Field>
  );
}
