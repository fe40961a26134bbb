import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import * as z from 'zod/mini';
import { inWorkspace, memberKeys, ROLES, type Role, rolesUpTo } from '@/entities/member/member.queries';
import { api, body } from '@/shared/api/client';
import { FormSummary } from '@/shared/forms/form-summary';
import { useAppForm } from '@/shared/forms/use-app-form';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { Field, Input } from '@/shared/ui/field';
import { SecretReveal } from '@/shared/ui/secret-reveal';
import { Select } from '@/shared/ui/select';

const schema = z.object({
  email: z.string().check(z.trim(), z.maxLength(255, 'The address cannot exceed 255 characters')),
  role: z.enum(['owner', 'admin', 'editor', 'viewer']),
});

type Form = z.infer<typeof schema>;

/** Creates an invitation for an email address, or one that any user can accept once. */
export function InviteDialog({ ownRole, onClose }: { ownRole: Role; onClose: () => void }) {
  const queries = useQueryClient();
  const [created, setCreated] = useState<{ email: string | null; url: string }>();
  const form = useAppForm({
    schema,
    defaultValues: { email: '', role: 'editor' } as Form,
    onSubmit: ({ email, role }: Form) =>
      body(
        api.POST('/workspaces/{id}/invitations', {
          params: { path: inWorkspace() },
          body: { role, ...(email && { email }) },
        }),
      ),
    onSuccess: async (invitation) => {
      setCreated(invitation);
      await queries.invalidateQueries({ queryKey: memberKeys.invitations });
    },
  });
  const { field: role } = useController({ control: form.control, name: 'role' });
  if (created) {
    return (
      <Dialog
        open
        onClose={onClose}
        title="Invitation created"
        width={520}
        footer={<Button onClick={onClose}>Done</Button>}
      >
        {created.email && (
          <p className="mb-4">We are sending an email to {created.email}. You can also share this link.</p>
        )}
        <SecretReveal title="Invitation link" label="Invitation link" what="the link" secret={created.url}>
          It works once and expires in 7 days.
        </SecretReveal>
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Invite to the workspace"
      width={520}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="invite-form" tone="primary" busy={form.isPending}>
            Create invitation
          </Button>
        </>
      }
    >
      <form id="invite-form" noValidate onSubmit={form.submit} className="grid gap-4">
        <Field
          label="Email (optional)"
          error={form.errorOf('email')}
          hint="Only this address can accept. Leave empty to create a link that anyone can accept once."
        >
          {(field) => <Input {...field} type="email" autoComplete="off" {...form.register('email')} />}
        </Field>
        <Field label="Role" error={form.errorOf('role')} hint={ROLES.find(({ value }) => value === role.value)?.about}>
          {(field) => (
            <Select
              {...field}
              ref={role.ref}
              value={role.value}
              options={rolesUpTo(ownRole)}
              onChange={role.onChange}
            />
          )}
        </Field>
        <FormSummary messages={form.summary} />
      </form>
    </Dialog>
  );
}
