import * as z from 'zod/mini';
import type { LabelChange } from '@/entities/label/label.queries';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { FormSummary } from '@/shared/forms/form-summary';
import { useAppForm } from '@/shared/forms/use-app-form';
import { Field, Input } from '@/shared/ui/field';
import { labelName, MAX_LABEL_NAME } from './label.schema';

const schema = z.object({ name: labelName });

interface Props {
  /** "tag", "folder", "template". */
  noun: string;
  onCreate: (label: LabelChange) => Promise<unknown>;
}

/** Creates a label from its name. */
export function LabelForm({ noun, onCreate }: Props) {
  const form = useAppForm({
    schema,
    defaultValues: { name: '' },
    onSubmit: onCreate,
    onSuccess: () => {
      form.reset({ name: '' });
    },
    errorTitle: `Couldn’t create the ${noun}`,
  });
  const label = `New ${noun}`;
  return (
    <form className="mt-3" noValidate onSubmit={form.submit}>
      <Field label={label} labelHidden className="ui-full" error={form.errorOf('name')}>
        {(control) => (
          <div className="ui-joined">
            <Input
              {...control}
              placeholder={label}
              maxLength={MAX_LABEL_NAME}
              autoComplete="off"
              {...form.register('name')}
            />
            <PermissionButton permission="links:write" type="submit" busy={form.isPending}>
              Add
            </PermissionButton>
          </div>
        )}
      </Field>
      <FormSummary messages={form.summary} />
    </form>
  );
}
