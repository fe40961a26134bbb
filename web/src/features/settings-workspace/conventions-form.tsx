import { useController } from 'react-hook-form';
import * as z from 'zod/mini';
import { UTM_FIELDS, UTM_LABELS, UTM_PARAMETERS, type UtmConventions, type UtmField } from '@/entities/utm/utm';
import { useUpdateUtmConventions } from '@/entities/utm/utm-conventions.queries';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { FormSummary } from '@/shared/forms/form-summary';
import { useAppForm } from '@/shared/forms/use-app-form';
import { Checkbox } from '@/shared/ui/checkbox';
import { Field } from '@/shared/ui/field';
import { SwitchField } from '@/shared/ui/switch';
import { TagsInput } from '@/shared/ui/tags-input';
import { toast } from '@/shared/ui/toast';

const schema = z.object({
  lowerCase: z.boolean(),
  foldCase: z.boolean(),
  parameters: z.record(z.enum(UTM_FIELDS), z.object({ required: z.boolean(), allowed: z.array(z.string()) })),
});

type Form = z.infer<typeof schema>;

function useConventionsForm(stored: UtmConventions) {
  const save = useUpdateUtmConventions();
  const form = useAppForm({
    schema,
    defaultValues: stored,
    values: stored,
    fields: ['lowerCase', 'foldCase', ...UTM_FIELDS.map((field) => `parameters.${field}.allowed` as const)],
    onSubmit: (values: Form) => save.mutateAsync(values),
    onSuccess: (saved) => {
      form.reset(saved);
      toast({ title: 'Conventions saved', text: 'They apply to links that are created or changed from now on.' });
    },
  });
  return form;
}

/** The rules for UTM parameters, saved as a whole. */
export function ConventionsForm({ stored }: { stored: UtmConventions }) {
  const form = useConventionsForm(stored);
  return (
    <form className="conventions-form" noValidate onSubmit={form.submit}>
      <div className="mb-4 grid gap-3">
        <SwitchField label="Lower case only" {...form.register('lowerCase')} />
        <SwitchField
          label="Count clicks in lower case"
          hint="“Spring” and “spring” are one row in reports. Applies to new clicks."
          {...form.register('foldCase')}
        />
      </div>
      <ul className="ui-panel labels-conventions">
        {UTM_FIELDS.map((field) => (
          <ConventionRow key={field} field={field} form={form} />
        ))}
      </ul>
      <FormSummary messages={form.summary} />
      <PermissionButton
        permission="workspace:manage"
        type="submit"
        tone="primary"
        className="mt-3"
        busy={form.isPending}
        disabled={!form.isDirty}
      >
        Save conventions
      </PermissionButton>
    </form>
  );
}

function ConventionRow({ field, form }: { field: UtmField; form: ReturnType<typeof useConventionsForm> }) {
  const label = UTM_LABELS[field];
  const required = `required-${field}`;
  const { field: allowed } = useController({ control: form.control, name: `parameters.${field}.allowed` });
  return (
    <li className="ui-row first:border-t-0">
      <span className="labels-name">
        <b>{label}</b>
        <span className="ui-mono ui-small ui-muted">{UTM_PARAMETERS[field]}</span>
      </span>
      <span className="flex items-center gap-2">
        <Checkbox
          id={required}
          aria-label={`${label} is required`}
          {...form.register(`parameters.${field}.required`)}
        />
        <label htmlFor={required} aria-hidden="true">
          Required
        </label>
      </span>
      <Field
        label={`Allowed values for ${label}`}
        labelHidden
        className="labels-values"
        error={form.errorOf(`parameters.${field}.allowed`)}
      >
        {(control) => (
          <TagsInput
            {...control}
            ref={allowed.ref}
            noun="value"
            placeholder="any value"
            value={allowed.value}
            onChange={allowed.onChange}
          />
        )}
      </Field>
    </li>
  );
}
