import * as z from 'zod/mini';
import type { UtmTemplate } from '@/entities/label/label.queries';
import { UTM_FIELDS, UTM_LABELS, type UtmField } from '@/entities/utm/utm';
import { FormSummary } from '@/shared/forms/form-summary';
import { useAppForm } from '@/shared/forms/use-app-form';
import { Button } from '@/shared/ui/button';
import { Field, Input } from '@/shared/ui/field';
import { labelName, MAX_LABEL_NAME } from './label.schema';
import type { EditorProps } from './label-list';

const schema = z.object({ name: labelName, utm: z.record(z.enum(UTM_FIELDS), z.string()) });

type Form = z.infer<typeof schema>;

function byField<T>(value: (field: UtmField) => T): Record<UtmField, T> {
  return Object.fromEntries(UTM_FIELDS.map((field) => [field, value(field)])) as Record<UtmField, T>;
}

/** Edits the name and the values of a UTM template in its row. */
export function TemplateEdit({ label: template, noun, onSave, onClose }: EditorProps<UtmTemplate>) {
  const form = useAppForm({
    schema,
    defaultValues: { name: template.name, utm: byField((field) => template.utm[field] ?? '') },
    fields: ['name', ...UTM_FIELDS.map((field) => `utm.${field}` as const)],
    onSubmit: ({ name, utm }: Form) => onSave({ name, utm: byField((field) => utm[field].trim() || null) }),
    onSuccess: onClose,
    errorTitle: `Couldn’t update the ${noun}`,
  });
  return (
    <form
      className="labels-template"
      noValidate
      onSubmit={form.submit}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <Field label="Name" error={form.errorOf('name')}>
        {(control) => (
          <Input {...control} autoFocus maxLength={MAX_LABEL_NAME} autoComplete="off" {...form.register('name')} />
        )}
      </Field>
      {UTM_FIELDS.map((field) => (
        <Field key={field} label={UTM_LABELS[field]} error={form.errorOf(`utm.${field}`)}>
          {(control) => (
            <Input
              {...control}
              className="ui-mono"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              {...form.register(`utm.${field}`)}
            />
          )}
        </Field>
      ))}
      <FormSummary messages={form.summary} />
      <span className="labels-ends">
        <Button type="submit" size="sm" tone="primary" busy={form.isPending}>
          Save
        </Button>
        <Button size="sm" onClick={onClose}>
          Cancel
        </Button>
      </span>
    </form>
  );
}
