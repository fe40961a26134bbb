import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { workspaceKeys } from '@/entities/workspace/workspace.queries';
import { api, body } from '@/shared/api/client';
import { messageOf } from '@/shared/api/errors';
import { showFaults } from '@/shared/lib/form-faults';
import { Button } from '@/shared/ui/button';
import { Field, Input } from '@/shared/ui/field';
import { toast } from '@/shared/ui/toast';

const schema = z.object({
  name: z
    .string()
    .check(z.trim(), z.minLength(1, 'Please enter a name'), z.maxLength(80, 'The name cannot exceed 80 characters')),
});

type Form = z.infer<typeof schema>;

/** Renames the workspace. */
export function WorkspaceNameForm({ name }: { name: string }) {
  const queryClient = useQueryClient();
  const { register, handleSubmit, setError, formState } = useForm<Form>({
    resolver: zodResolver(schema),
    values: { name },
  });
  const mutation = useMutation({
    mutationFn: (form: Form) =>
      body(api.PATCH('/workspaces/{id}', { params: { path: { id: 'current' } }, body: form })),
    onSuccess: (workspace) => {
      queryClient.setQueryData(workspaceKeys.current, workspace);
      toast({ title: 'Workspace renamed', text: workspace.name });
    },
    onError: (error) => {
      toast({ title: 'The workspace was not renamed', text: messageOf(error), tone: 'bad' });
      showFaults(error, ['name'], setError);
    },
  });
  return (
    <form noValidate onSubmit={handleSubmit((form) => mutation.mutate(form))}>
      <Field label="Name" className="ui-full" error={formState.errors.name?.message}>
        {(field) => <Input {...field} {...register('name')} />}
      </Field>
      <div className="ui-full">
        <Button type="submit" tone="primary" busy={mutation.isPending} disabled={!formState.isDirty}>
          Save name
        </Button>
      </div>
    </form>
  );
}
