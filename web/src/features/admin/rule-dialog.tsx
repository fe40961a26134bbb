import { useQueryClient } from '@tanstack/react-query';
import { useController } from 'react-hook-form';
import * as z from 'zod/mini';
import { adminKey } from '@/entities/server/overview.queries';
import { api, body } from '@/shared/api/client';
import { FormDialog } from '@/shared/forms/form-dialog';
import { useAppForm } from '@/shared/forms/use-app-form';
import { Field, Input } from '@/shared/ui/field';
import { Select } from '@/shared/ui/select';
import { toast } from '@/shared/ui/toast';
import { RULE_KINDS } from './rule-kinds';

const schema = z.object({
  kind: z.enum(['host', 'domain', 'prefix', 'pattern']),
  pattern: z.string().check(z.trim(), z.minLength(1, 'Enter a destination.')),
  reason: z.string().check(z.trim()),
});

/** Adds a rule that blocks destinations. */
export function RuleDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const form = useAppForm({
    schema,
    defaultValues: { kind: 'domain', pattern: '', reason: '' } as z.infer<typeof schema>,
    onSubmit: (rule) => body(api.POST('/admin/block-rules', { body: rule })),
    onSuccess: async ({ pattern }) => {
      toast({ title: `${pattern} blocked` });
      onClose();
      await queries.invalidateQueries({ queryKey: adminKey });
    },
    errorTitle: 'Couldn’t add the rule',
  });
  const { field: kind } = useController({ control: form.control, name: 'kind' });
  return (
    <FormDialog
      onClose={onClose}
      title="Block a destination"
      width={520}
      form={form}
      action="Block destination"
      tone="danger"
    >
      <p>New links to it are rejected. Existing ones return 451 at once, in all workspaces.</p>
      <Field
        label="Kind"
        error={form.errorOf('kind')}
        hint={RULE_KINDS.find(({ value }) => value === kind.value)?.about}
      >
        {(control) => (
          <Select {...control} ref={kind.ref} value={kind.value} options={RULE_KINDS} onChange={kind.onChange} />
        )}
      </Field>
      <Field label="Destination" error={form.errorOf('pattern')}>
        {(control) => (
          <Input {...control} placeholder="evil.example" autoComplete="off" {...form.register('pattern')} />
        )}
      </Field>
      <Field label="Reason (optional)" error={form.errorOf('reason')} hint="Only operators see it.">
        {(control) => <Input {...control} autoComplete="off" {...form.register('reason')} />}
      </Field>
    </FormDialog>
  );
}
