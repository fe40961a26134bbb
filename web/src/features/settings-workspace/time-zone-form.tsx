import { useQueryClient } from '@tanstack/react-query';
import { useController } from 'react-hook-form';
import * as z from 'zod/mini';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { workspaceKeys } from '@/entities/workspace/workspace.queries';
import { api, body } from '@/shared/api/client';
import { FormSummary } from '@/shared/forms/form-summary';
import { PendingForm } from '@/shared/forms/pending-form';
import { useAppForm } from '@/shared/forms/use-app-form';
import { loadZones } from '@/shared/lib/time-zones';
import { Combobox } from '@/shared/ui/combobox';
import { Field } from '@/shared/ui/field';
import { toast } from '@/shared/ui/toast';

const schema = z.object({ timeZone: z.string() });

type Form = z.infer<typeof schema>;

const FORM = {
  label: 'Time zone',
  hint: 'Reports show days and hours in this zone for all members.',
  action: 'Save time zone',
};

/** Sets the workspace's time zone, which is undefined while it loads. */
export function TimeZoneForm({ timeZone }: { timeZone: string | undefined }) {
  return timeZone === undefined ? <PendingForm {...FORM} /> : <LoadedForm timeZone={timeZone} />;
}

function LoadedForm({ timeZone }: { timeZone: string }) {
  const queries = useQueryClient();
  const form = useAppForm({
    schema,
    defaultValues: { timeZone },
    values: { timeZone },
    onSubmit: (values: Form) =>
      body(api.PATCH('/workspaces/{id}', { params: { path: { id: 'current' } }, body: values })),
    onSuccess: (workspace) => {
      queries.setQueryData(workspaceKeys.current, workspace);
      form.reset({ timeZone: workspace.timeZone });
      toast({ title: 'Time zone saved', text: workspace.timeZone.replaceAll('_', ' ') });
    },
    errorTitle: 'Couldn’t save the time zone',
  });
  const { field } = useController({ control: form.control, name: 'timeZone' });
  return (
    <form noValidate onSubmit={form.submit}>
      <Field label={FORM.label} className="ui-full" error={form.errorOf('timeZone')} hint={FORM.hint}>
        {(control) => (
          <Combobox
            {...control}
            ref={field.ref}
            value={field.value}
            load={loadZones}
            shown={field.value.replaceAll('_', ' ')}
            placeholder="Choose a time zone"
            searchPlaceholder="Search time zones"
            emptyText="No time zone found."
            listLabel="Time zones"
            onChange={({ value }) => field.onChange(value)}
            onBlur={field.onBlur}
          />
        )}
      </Field>
      <FormSummary messages={form.summary} />
      <div className="ui-full">
        <PermissionButton
          permission="workspace:manage"
          type="submit"
          tone="primary"
          busy={form.isPending}
          disabled={!form.isDirty}
        >
          {FORM.action}
        </PermissionButton>
      </div>
    </form>
  );
}
