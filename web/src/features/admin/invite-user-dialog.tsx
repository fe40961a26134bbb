import { useState } from 'react';
import * as z from 'zod/mini';
import { api, body } from '@/shared/api/client';
import { FormSummary } from '@/shared/forms/form-summary';
import { useAppForm } from '@/shared/forms/use-app-form';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { Field, Input } from '@/shared/ui/field';
import { SecretReveal } from '@/shared/ui/secret-reveal';

const schema = z.object({ email: z.string().check(z.trim(), z.minLength(1, 'Enter an email address.')) });

/** Invites a person to sign up, also while the sign-up is closed. */
export function InviteUserDialog({ onClose }: { onClose: () => void }) {
  const [url, setUrl] = useState('');
  const form = useAppForm({
    schema,
    defaultValues: { email: '' },
    onSubmit: (invitation) => body(api.POST('/admin/invitations', { body: invitation })),
    onSuccess: (created) => setUrl(created.url),
    errorTitle: 'Couldn’t create the invitation',
  });
  const footer = url ? (
    <Button onClick={onClose}>Done</Button>
  ) : (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" form="invite-user" tone="primary" busy={form.isPending}>
        Invite user
      </Button>
    </>
  );
  return (
    <Dialog open onClose={onClose} title={url ? 'Invitation created' : 'Invite user'} width={520} footer={footer}>
      {url ? (
        <SecretReveal title="Sign-up link" label="Sign-up link" what="the link" secret={url}>
          It works once, for this address. We are sending it by email as well.
        </SecretReveal>
      ) : (
        <form id="invite-user" noValidate onSubmit={form.submit} className="grid gap-4">
          <Field label="Email" error={form.errorOf('email')} hint="Only this address can sign up with the link.">
            {(control) => <Input {...control} type="email" autoComplete="off" {...form.register('email')} />}
          </Field>
          <FormSummary messages={form.summary} />
        </form>
      )}
    </Dialog>
  );
}
