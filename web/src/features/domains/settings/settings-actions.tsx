import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { FormSummary } from '@/shared/forms/form-summary';
import type { useAppForm } from '@/shared/forms/use-app-form';

type Form = Pick<ReturnType<typeof useAppForm>, 'isDirty' | 'isPending' | 'summary'>;

/** The end of a settings form: the errors without a field, and the submit button. */
export function SettingsActions({ form, label }: { form: Form; label: string }) {
  return (
    <>
      <FormSummary messages={form.summary} />
      <div className="ui-full">
        <PermissionButton
          permission="domains:manage"
          type="submit"
          tone="primary"
          busy={form.isPending}
          disabled={!form.isDirty}
        >
          {label}
        </PermissionButton>
      </div>
    </>
  );
}
