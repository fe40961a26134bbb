import * as z from 'zod/mini';
import { ApiError, messageOf } from '@/shared/api/errors';
import { useAppForm } from '@/shared/forms/use-app-form';
import { t } from '@/shared/i18n/t';
import { Button } from '@/shared/ui/button';
import { Field } from '@/shared/ui/field';
import { PasswordInput } from '@/shared/ui/password-input';
import { unlock } from './shared.queries';

const schema = z.object({ password: z.string().check(z.minLength(1, t('Enter the password.'))) });

/** What the input says about a refused password. */
const sentenceOf = (error: Error) =>
  error instanceof ApiError && error.status === 403 ? t('Incorrect password. Try again.') : messageOf(error);

/** The password form of a shared page. `onUnlock` receives the pass that the server issued. */
export function SharedLock({ token, onUnlock }: { token: string; onUnlock: (pass: string) => void }) {
  const form = useAppForm({
    schema,
    defaultValues: { password: '' },
    onSubmit: ({ password }) => unlock(token, password),
    onSuccess: onUnlock,
    onError: (error, { setError }) => setError('password', { message: sentenceOf(error) }, { shouldFocus: true }),
  });
  return (
    <form className="ui-panel shared-lock" noValidate onSubmit={form.submit}>
      <h1>{t('This page is password protected')}</h1>
      <Field label={t('Password')} error={form.errorOf('password')}>
        {(control) => <PasswordInput {...control} autoComplete="off" {...form.register('password')} />}
      </Field>
      <Button type="submit" tone="primary" busy={form.isPending}>
        {t('View report')}
      </Button>
    </form>
  );
}
