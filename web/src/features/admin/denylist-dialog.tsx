import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { adminKey } from '@/entities/server/overview.queries';
import { api, body } from '@/shared/api/client';
import { FormDialog } from '@/shared/forms/form-dialog';
import { useAppForm } from '@/shared/forms/use-app-form';
import { plural } from '@/shared/lib/format';
import { Field, Input, UrlInput } from '@/shared/ui/field';
import { toast } from '@/shared/ui/toast';

const schema = z.object({
  url: z.string().check(z.trim(), z.minLength(1, 'Enter the address of the list.')),
  name: z.string().check(z.trim()),
});

/** Subscribes to a deny-list. */
export function DenylistDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const form = useAppForm({
    schema,
    defaultValues: { url: '', name: '' },
    onSubmit: (list) => body(api.POST('/admin/denylists', { body: list })),
    onSuccess: async ({ name, entries }) => {
      toast({ title: `${name} added`, text: `${plural(entries, 'entry', 'entries')}.` });
      onClose();
      await queries.invalidateQueries({ queryKey: adminKey });
    },
    errorTitle: 'Couldn’t add the list',
  });
  return (
    <FormDialog onClose={onClose} title="Add a deny-list" width={520} form={form} action="Download and add">
      <p>New links to its entries are rejected. Existing ones return 451, in all workspaces.</p>
      <Field
        label="Address"
        error={form.errorOf('url')}
        hint="A text file with one host or URL per line, or a hosts file. At most 20 MiB."
      >
        {(control) => (
          <UrlInput {...control} placeholder="https://lists.example.org/phishing.txt" {...form.register('url')} />
        )}
      </Field>
      <Field label="Name (optional)" error={form.errorOf('name')} hint="Without a name, the host of the address.">
        {(control) => <Input {...control} autoComplete="off" {...form.register('name')} />}
      </Field>
    </FormDialog>
  );
}
