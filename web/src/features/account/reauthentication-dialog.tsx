import { useMutation, useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { passkeysQuery } from '@/entities/passkey/passkey.queries';
import { hasPasskeys, isCancelled, reauthenticateWithPasskey } from '@/entities/passkey/web-authn';
import { api } from '@/shared/api/client';
import { messageOf } from '@/shared/api/errors';
import { reauthentication } from '@/shared/api/reauthentication';
import { FormSummary } from '@/shared/forms/form-summary';
import { useAppForm } from '@/shared/forms/use-app-form';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { Field } from '@/shared/ui/field';
import { Icon } from '@/shared/ui/icon';
import { PasswordInput } from '@/shared/ui/password-input';
import { toast } from '@/shared/ui/toast';

const schema = z.object({ password: z.string().check(z.minLength(1, 'Enter your password')) });

type Form = z.infer<typeof schema>;

/** Asks for the password or a passkey before a sensitive change. The request that needs it is repeated afterwards. */
export function ReauthenticationDialog() {
  const form = useAppForm({
    schema,
    defaultValues: { password: '' },
    onSubmit: (body: Form) => api.POST('/me/reauthenticate', { body }),
    onSuccess: () => reauthentication.settle(true),
  });
  const passkeys = useQuery({ ...passkeysQuery, enabled: hasPasskeys() });
  const passkey = useMutation({
    mutationFn: reauthenticateWithPasskey,
    onSuccess: () => reauthentication.settle(true),
    onError: (error) => {
      if (!isCancelled(error)) toast({ title: 'Couldn’t confirm it’s you', text: messageOf(error), tone: 'bad' });
    },
  });
  return (
    <Dialog
      open
      onClose={() => reauthentication.settle(false)}
      title="Confirm it’s you"
      description="This change affects the security of your account. You won’t be asked again for 15 minutes."
      width={460}
      footer={
        <>
          {Boolean(passkeys.data?.total) && (
            <Button className="mr-auto" busy={passkey.isPending} onClick={() => passkey.mutate()}>
              <Icon name="key" />
              Use a passkey
            </Button>
          )}
          <Button onClick={() => reauthentication.settle(false)}>Cancel</Button>
          <Button type="submit" form="reauthentication" tone="primary" busy={form.isPending}>
            Confirm
          </Button>
        </>
      }
    >
      <form id="reauthentication" noValidate onSubmit={form.submit}>
        <Field label="Password" error={form.errorOf('password')}>
          {(field) => (
            <PasswordInput {...field} what="password" autoComplete="current-password" {...form.register('password')} />
          )}
        </Field>
        <FormSummary messages={form.summary} />
      </form>
    </Dialog>
  );
}
