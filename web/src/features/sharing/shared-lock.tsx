import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { messageOf } from '@/shared/api/errors';
import { Button } from '@/shared/ui/button';
import { Field } from '@/shared/ui/field';
import { PasswordInput } from '@/shared/ui/password-input';
import { unlock } from './shared.queries';

/** The password form of a shared page. `onUnlock` receives the pass that the server issued. */
export function SharedLock({ token, onUnlock }: { token: string; onUnlock: (pass: string) => void }) {
  const [password, setPassword] = useState('');
  const unlocking = useMutation({ mutationFn: () => unlock(token, password), onSuccess: onUnlock });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (password) unlocking.mutate();
  }

  return (
    <form className="ui-panel shared-lock" onSubmit={submit}>
      <h1>This page is password protected</h1>
      <Field label="Password" error={unlocking.error ? messageOf(unlocking.error) : undefined}>
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="off"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" tone="primary" busy={unlocking.isPending}>
        View report
      </Button>
    </form>
  );
}
