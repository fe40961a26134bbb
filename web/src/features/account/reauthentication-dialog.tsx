import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { hasPasskeys, isCancelled, reauthenticateWithPasskey } from '@/entities/passkey/web-authn';
import { ownFactorsQuery } from '@/entities/session/me.queries';
import { useUser } from '@/entities/session/use-session';
import { api } from '@/shared/api/client';
import { messageOf } from '@/shared/api/errors';
import { reauthentication } from '@/shared/api/reauthentication';
import { FormSummary } from '@/shared/forms/form-summary';
import { useAppForm } from '@/shared/forms/use-app-form';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { Field, Input } from '@/shared/ui/field';
import { Icon } from '@/shared/ui/icon';
import { PasswordInput } from '@/shared/ui/password-input';
import { toast } from '@/shared/ui/toast';

const FORM_ID = 'reauthentication';

const password = z.string().check(z.minLength(1, 'Enter your password'));
const schema = z.object({ password, code: z.string() });
const schemaWithCode = z.object({ password, code: z.string().check(z.minLength(1, 'Enter a code')) });

type Form = z.infer<typeof schema>;

/** Digits are a code of the authenticator app; a recovery code has letters and hyphens, too. */
function bodyOf({ password, code }: Form) {
  if (code === '') return { password };
  return /^[\d\s]+$/.test(code) ? { password, code } : { password, recoveryCode: code };
}

/** Closes the dialog. A session of single sign-on then opens what it did not before. */
function useConfirmed() {
  const queryClient = useQueryClient();
  return () => {
    reauthentication.settle(true);
    void queryClient.invalidateQueries();
  };
}

/**
 * Asks for the password or a passkey before a sensitive change, or before a session of single sign-on opens more than
 * its workspace. The request that needs it is repeated afterwards.
 */
export function ReauthenticationDialog({ onClose }: { onClose: () => void }) {
  const confirmed = useConfirmed();
  const { data: factors } = useQuery({ ...ownFactorsQuery, staleTime: 0 });
  const form = useAppForm({
    schema: factors?.code ? schemaWithCode : schema,
    defaultValues: { password: '', code: '' },
    guard: false,
    onSubmit: (values: Form) => api.POST('/me/reauthenticate', { body: bodyOf(values) }),
    onSuccess: confirmed,
  });
  if (factors && !factors.password && !factors.passkey) return <PasswordNeeded />;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Confirm it’s you"
      description="This concerns your whole account or its security. You won’t be asked again for 15 minutes."
      width={460}
      footer={
        <>
          {factors?.passkey && hasPasskeys() && <PasskeyButton onDone={confirmed} />}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={FORM_ID} tone="primary" busy={form.isPending}>
            Confirm
          </Button>
        </>
      }
    >
      <form id={FORM_ID} noValidate onSubmit={form.submit}>
        <Field label="Password" error={form.errorOf('password')}>
          {(field) => (
            <PasswordInput {...field} what="password" autoComplete="current-password" {...form.register('password')} />
          )}
        </Field>
        {factors?.code && (
          <Field
            label="Code"
            className="mt-4"
            hint="The 6 digits in your authenticator app, or a recovery code."
            error={form.errorOf('code')}
          >
            {(field) => (
              <Input {...field} className="ui-mono" autoComplete="one-time-code" {...form.register('code')} />
            )}
          </Field>
        )}
        <FormSummary messages={form.summary} />
      </form>
    </Dialog>
  );
}

function PasskeyButton({ onDone }: { onDone: () => void }) {
  const passkey = useMutation({
    mutationFn: reauthenticateWithPasskey,
    onSuccess: onDone,
    onError: (error) => {
      if (!isCancelled(error)) toast({ title: 'Couldn’t confirm it’s you', text: messageOf(error), tone: 'bad' });
    },
  });
  return (
    <Button className="mr-auto" busy={passkey.isPending} onClick={() => passkey.mutate()}>
      <Icon name="key" />
      Use a passkey
    </Button>
  );
}

/** Offers a link that sets a password, for an account that has neither a password nor a passkey. */
function PasswordNeeded() {
  const email = useUser()?.email ?? '';
  const send = useMutation({
    mutationFn: () => api.POST('/auth/forgot-password', { body: { email } }),
    onSuccess: () => {
      reauthentication.settle(false);
      toast({ title: 'Email sent', text: `Open the link that we sent to ${email}.` });
    },
    onError: (error) => toast({ title: 'Couldn’t send the email', text: messageOf(error), tone: 'bad' }),
  });
  return (
    <Dialog
      open
      onClose={() => reauthentication.settle(false)}
      title="Set a password first"
      description="Single sign-on created your account, which has no password or passkey yet."
      width={460}
      footer={
        <>
          <Button onClick={() => reauthentication.settle(false)}>Cancel</Button>
          <Button tone="primary" busy={send.isPending} onClick={() => send.mutate()}>
            Email me a link
          </Button>
        </>
      }
    >
      <p>
        Set one with a link that we email to <strong>{email}</strong>, then log in with it. If this install sends no
        email, ask its operator for the link.
      </p>
    </Dialog>
  );
}
