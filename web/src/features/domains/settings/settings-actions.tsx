import type { Domain } from '@/entities/domain/domain.types';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { FormSummary } from '@/shared/forms/form-summary';
import type { useAppForm } from '@/shared/forms/use-app-form';
import { Button } from '@/shared/ui/button';

type Form = Pick<ReturnType<typeof useAppForm>, 'isDirty' | 'isPending' | 'summary'>;

interface Props {
  form: Form;
  domain: Domain;
  label: string;
}

/** The end of a settings form: the errors without a field, and the submit button. */
export function SettingsActions({ form, domain, label }: Props) {
  const submit = {
    type: 'submit',
    tone: 'primary',
    busy: form.isPending,
    disabled: !form.isDirty,
    children: label,
  } as const;
  return (
    <>
      <FormSummary messages={form.summary} />
      <div className="ui-full">
        {/* The default domain’s forms are shown to operators only, whatever their role in the workspace. */}
        {domain.isDefault ? <Button {...submit} /> : <PermissionButton permission="domains:manage" {...submit} />}
      </div>
    </>
  );
}
