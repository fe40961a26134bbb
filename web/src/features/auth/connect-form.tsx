import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { hasPasskeys, isCancelled, selectPasskey } from '@/entities/passkey/web-authn';
import { ApiError, messageOf } from '@/shared/api/errors';
import { FormSummary } from '@/shared/forms/form-summary';
import { useAppForm } from '@/shared/forms/use-app-form';
import { t } from '@/shared/i18n/t';
import { Button } from '@/shared/ui/button';
import { Field } from '@/shared/ui/field';
import { Icon } from '@/shared/ui/icon';
import { PasswordInput } from '@/shared/ui/password-input';
import { toast } from '@/shared/ui/toast';
import { FactorForms } from './second-factor-form';
import { redeemTicket } from './sign-on-calls';

interface Props {
  ticket: string;
  /** Called with the id of the workspace that the sign-in opens. */
  onDone: (workspaceId: string) => void;
}

/** Redeems the ticket with a password. Returns the password if the account also needs a second factor. */
async function redeemOrContinue(
  ticket: string,
  password: string,
): Promise<{ workspaceId: string } | { password: string }> {
  try {
    return { workspaceId: await redeemTicket(ticket, { password }) };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'second_factor_required') return { password };
    throw error;
  }
}

/** Connects an account with single sign-on: its password, with a code if it needs one, or a passkey proves it. */
export function ConnectForm({ ticket, onDone }: Props) {
  const [password, setPassword] = useState<string | null>(null);
  if (password !== null) {
    return (
      <FactorForms
        submit={(factor) => redeemTicket(ticket, { password, ...factor })}
        onDone={onDone}
        onBack={() => setPassword(null)}
      />
    );
  }
  return (
    <>
      <PasswordForm ticket={ticket} onDone={onDone} onCode={setPassword} />
      {hasPasskeys() && <PasskeyButton ticket={ticket} onDone={onDone} />}
    </>
  );
}

function PasswordForm({ ticket, onDone, onCode }: Props & { onCode: (password: string) => void }) {
  const form = useAppForm({
    schema: z.object({ password: z.string().check(z.minLength(1, t('Enter the password of your Linnet account'))) }),
    defaultValues: { password: '' },
    onSubmit: ({ password }) => redeemOrContinue(ticket, password),
    onSuccess: (result) => ('password' in result ? onCode(result.password) : onDone(result.workspaceId)),
  });
  return (
    <form className="auth-form" noValidate onSubmit={form.submit}>
      <div className="ui-full">
        <Field label={t('Linnet password')} error={form.errorOf('password')}>
          {(field) => <PasswordInput {...field} autoComplete="current-password" {...form.register('password')} />}
        </Field>
        <p className="mt-2">
          <Link to="/forgot-password" className="ui-more">
            {t('Forgot password?')}
          </Link>
        </p>
      </div>
      <FormSummary messages={form.summary} />
      <Button type="submit" tone="primary" size="lg" className="ui-full" busy={form.isPending}>
        {t('Connect and log in')}
      </Button>
    </form>
  );
}

function PasskeyButton({ ticket, onDone }: Props) {
  const prove = useMutation({
    mutationFn: async () => redeemTicket(ticket, { credential: await selectPasskey() }),
    onSuccess: (workspaceId) => onDone(workspaceId),
    onError: (error) => {
      if (!isCancelled(error)) toast({ title: t('Couldn’t connect the account'), text: messageOf(error), tone: 'bad' });
    },
  });
  return (
    <Button size="lg" wide className="mt-4" busy={prove.isPending} onClick={() => prove.mutate()}>
      <Icon name="key" />
      {t('Use a passkey')}
    </Button>
  );
}
