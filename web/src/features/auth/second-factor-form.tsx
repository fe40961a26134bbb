import { useState } from 'react';
import * as z from 'zod/mini';
import { rawMessageOf } from '@/shared/api/errors';
import { FormSummary } from '@/shared/forms/form-summary';
import { useAppForm } from '@/shared/forms/use-app-form';
import { t } from '@/shared/i18n/t';
import { Button } from '@/shared/ui/button';
import { Field, Input } from '@/shared/ui/field';
import { logIn } from './auth-calls';
import type { LoginForm } from './login.schema';
import { PasskeyLogin } from './passkey-login';

interface FactorProps<Result> {
  /** Logs in with a code or a recovery code. */
  submit: (factor: Record<string, string>) => Promise<Result>;
  onDone: (result: Result) => void;
  /** Returns to the password; absent where there was none. */
  onBack?: () => void;
}

interface Props {
  /** The credentials of the first step. */
  credentials: LoginForm;
  onDone: () => void;
  onBack: () => void;
}

const FACTORS = {
  code: {
    label: t('Code'),
    hint: t('The 6 digits in your authenticator app.'),
    message: t('Enter the 6 digits in your authenticator app'),
    other: t('Use a recovery code'),
    input: { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 9 },
  },
  recoveryCode: {
    label: t('Recovery code'),
    hint: t('One of the codes that you saved when you set up two-factor authentication. Each works once.'),
    message: t('Enter one of your recovery codes'),
    other: t('Use the authenticator app'),
    input: { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false },
  },
} as const;

type Factor = keyof typeof FACTORS;

/** The second step of a login with two-factor authentication. */
export function SecondFactorForm({ credentials, onDone, onBack }: Props) {
  return (
    <>
      <FactorForms submit={(factor) => logIn({ ...credentials, ...factor })} onDone={onDone} onBack={onBack} />
      <PasskeyLogin onDone={onDone} />
    </>
  );
}

/** Asks for a code of the authenticator app, or for a recovery code. */
export function FactorForms<Result>(props: FactorProps<Result>) {
  const [factor, setFactor] = useState<Factor>('code');
  const other = factor === 'code' ? 'recoveryCode' : 'code';
  return <FactorForm key={factor} {...props} factor={factor} onOther={() => setFactor(other)} />;
}

function FactorForm<Result>({
  submit,
  onDone,
  onBack,
  factor,
  onOther,
}: FactorProps<Result> & { factor: Factor; onOther: () => void }) {
  const { label, hint, message, other, input } = FACTORS[factor];
  const form = useAppForm({
    schema: z.object({ [factor]: z.string().check(z.minLength(1, message)) }),
    defaultValues: { [factor]: '' },
    onSubmit: submit,
    onSuccess: onDone,
    errorTitle: t('Login Failed'),
    errorText: rawMessageOf,
  });
  return (
    <form className="auth-form" noValidate onSubmit={form.submit}>
      <Field label={label} hint={hint} className="ui-full" error={form.errorOf(factor)}>
        {(field) => <Input {...field} {...input} autoFocus className="ui-mono" {...form.register(factor)} />}
      </Field>
      <p className="ui-full flex flex-wrap justify-between gap-2">
        <button type="button" className="ui-more ui-link" onClick={onOther}>
          {other}
        </button>
        {onBack && (
          <button type="button" className="ui-more ui-link" onClick={onBack}>
            {t('Back to the password')}
          </button>
        )}
      </p>
      <FormSummary messages={form.summary} />
      <Button type="submit" tone="primary" size="lg" className="ui-full" busy={form.isPending}>
        {form.isPending ? t('Logging in...') : t('Log In')}
      </Button>
    </form>
  );
}
