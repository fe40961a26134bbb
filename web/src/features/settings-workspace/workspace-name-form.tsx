import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { workspaceKeys } from '@/entities/workspace/workspace.queries';
import { api, body } from '@/shared/api/client';
import { FormSummary } from '@/shared/forms/form-summary';
import { PendingForm } from '@/shared/forms/pending-form';
import { useAppForm } from '@/shared/forms/use-app-form';
import { Field, Input } from '@/shared/ui/field';
import { toast } from '@/shared/ui/toast';

const schema = z.object({
  name: z
    .string()
    .check(z.trim(), z.minLength(1, 'Please enter a name'), z.maxLength(80, 'The name cannot exceed 80 characters')),
});

type Form = z.infer<typeof schema>;

const FORM = { label: 'Name', action: 'Save name' };

/** Renames the workspace, whose name is undefined while it loads. */
export function WorkspaceNameForm({ name }: { name: string | undefined }) {
  return name === undefined ? <PendingForm {...FORM} /> : <LoadedForm name={name} />;
}

function LoadedForm({ name }: { name: string }) {
  const queryClient = useQueryClient();
  const form = useAppForm({
    schema,
    defaultValues: { name },
    values: { name },
    onSubmit: (values: Form) =>
      body(api.PATCH('/workspaces/{id}', { params: { path: { id: 'current' } }, body: values })),
    onSuccess: (workspace) => {
      queryClient.setQueryData(workspaceKeys.current, workspace);
      form.reset({ name: workspace.name });
      toast({ title: 'Workspace renamed', text: workspace.name });
    },
    errorTitle: 'Couldn’t rename the workspace',
  });
  return (
    <form noValidate onSubmit={form.submit}>
      <Field label={FORM.label} className="ui-full" error={form.errorOf('name')}>
        {(field) => <Input {...field} {...form.register('name')} />}
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
