import { useController } from 'react-hook-form';
import * as z from 'zod/mini';
import type { LabelChange } from '@/entities/label/label.queries';
import { FormSummary } from '@/shared/forms/form-summary';
import { useAppForm } from '@/shared/forms/use-app-form';
import { Button } from '@/shared/ui/button';
import { Field, Input } from '@/shared/ui/field';
import { labelName, MAX_LABEL_NAME } from './label.schema';
import type { ListedLabel } from './label-row';
import { TagColors } from './tag-colors';

const schema = z.object({ name: labelName, color: z.nullable(z.string()) });

interface Props {
  label: ListedLabel;
  noun: string;
  /** Whether it can have a color. */
  colored: boolean;
  onSave: (change: LabelChange) => Promise<unknown>;
  onClose: () => void;
}

/** Edits the name and color of a label in its row. */
export function LabelEdit({ label, noun, colored, onSave, onClose }: Props) {
  const form = useAppForm({
    schema,
    defaultValues: { name: label.name, color: label.color ?? null },
    fields: ['name'],
    onSubmit: ({ name, color }) => onSave(colored ? { name, color } : { name }),
    onSuccess: onClose,
    errorTitle: `Couldn’t update the ${noun}`,
  });
  const { field: color } = useController({ control: form.control, name: 'color' });
  return (
    <form
      className="labels-edit flex min-w-0 flex-1 flex-wrap gap-2"
      noValidate
      onSubmit={form.submit}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <Field label={`Name of ${label.name}`} labelHidden className="min-w-[160px] flex-1" error={form.errorOf('name')}>
        {(control) => <Input {...control} autoFocus maxLength={MAX_LABEL_NAME} {...form.register('name')} />}
      </Field>
      {colored && <TagColors value={color.value} onChange={color.onChange} />}
      <Button type="submit" size="sm" tone="primary" busy={form.isPending}>
        Save
      </Button>
      <Button size="sm" onClick={onClose}>
        Cancel
      </Button>
      <FormSummary messages={form.summary} />
    </form>
  );
}
