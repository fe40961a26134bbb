import { useState } from 'react';
import * as z from 'zod/mini';
import { api, body } from '@/shared/api/client';
import { FormDialog } from '@/shared/forms/form-dialog';
import { useAppForm } from '@/shared/forms/use-app-form';
import { Field, Input } from '@/shared/ui/field';
import { SecretDialog } from '@/shared/ui/secret-dialog';

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
  if (url)
    return (
      <SecretDialog
        title="Invitation created"
        width={520}
        onClose={onClose}
        reveal={{
          title: 'Sign-up link',
          label: 'Sign-up link',
          what: 'the link',
          secret: url,
          children: 'It works once, for this address. We are sending it by email as well.',
        }}
      />
    );
  return (
    <FormDialog form={form} onClose={onClose} title="Invite user" action="Invite user" width={520}>
      <Field label="Email" error={form.errorOf('email')} hint="Only this address can sign up with the link.">
        {(control) => <Input {...control} type="email" autoComplete="off" {...form.register('email')} />}
      </Field>
    </FormDialog>
  );
}
