import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { messageOf } from '@/shared/api/errors';
import { Button } from '@/shared/ui/button';
import { Field } from '@/shared/ui/field';
import { PasswordInput } from '@/shared/ui/password-input';
import { unlock } from './shared.queries';

/** Asks for the password of a shared page. */
export function SharedLock({ token, onOpen }: { token: string; onOpen: (pass: string) => void }) {
  const [password, setPassword] = useState('');
  const opening = useMutation({ mutationFn: () => unlock(token, password), onSuccess: onOpen });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (password) opening.mutate();
  }

  return (
    <form className="ui-panel shared-lock" onSubmit={submit}>
      <h1>This page is password protected</h1>
      <Field label="Password" error={opening.error ? messageOf(opening.error) : undefined}>
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="off"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" tone="primary" busy={opening.isPending}>
        Open
      </Button>
    </form>
  );
}
