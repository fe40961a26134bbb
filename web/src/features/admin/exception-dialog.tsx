import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { adminKey } from '@/entities/server/overview.queries';
import { api, body } from '@/shared/api/client';
import { FormDialog } from '@/shared/forms/form-dialog';
import { useAppForm } from '@/shared/forms/use-app-form';
import { Field, Input } from '@/shared/ui/field';
import { toast } from '@/shared/ui/toast';

const schema = z.object({
  pattern: z.string().check(z.trim(), z.minLength(1, 'Enter a host or a URL.')),
  reason: z.string().check(z.trim()),
});

/** Adds an exception of deny-lists. */
export function ExceptionDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const form = useAppForm({
    schema,
    defaultValues: { pattern: '', reason: '' },
    onSubmit: (exception) => body(api.POST('/admin/denylist-exceptions', { body: exception })),
    onSuccess: async ({ pattern }) => {
      toast({ title: `${pattern} allowed` });
      onClose();
      await queries.invalidateQueries({ queryKey: adminKey });
    },
    errorTitle: 'Couldn’t add the exception',
  });
  return (
    <FormDialog onClose={onClose} title="Add an exception" width={520} form={form} action="Add exception">
      <p>The entry with exactly this host or URL blocks no more. Longer URLs on a list still do.</p>
      <Field label="Host or URL" error={form.errorOf('pattern')}>
        {(control) => <Input {...control} placeholder="bit.ly" autoComplete="off" {...form.register('pattern')} />}
      </Field>
      <Field label="Reason (optional)" error={form.errorOf('reason')} hint="Only operators see it.">
        {(control) => <Input {...control} autoComplete="off" {...form.register('reason')} />}
      </Field>
    </FormDialog>
  );
}
