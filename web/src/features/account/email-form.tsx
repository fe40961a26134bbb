import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { meKeys, profileQuery } from '@/entities/session/me.queries';
import { api } from '@/shared/api/client';
import { messageOf } from '@/shared/api/errors';
import { FormSummary } from '@/shared/forms/form-summary';
import { useAppForm } from '@/shared/forms/use-app-form';
import { Button } from '@/shared/ui/button';
import { Field, Input } from '@/shared/ui/field';
import { PanelError } from '@/shared/ui/panel-error';
import { PasswordInput } from '@/shared/ui/password-input';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toast';

const schema = z.object({
  email: z.string().check(z.minLength(1, 'Enter the new address')),
  password: z.string().check(z.minLength(1, 'Enter your password')),
});

type Form = z.infer<typeof schema>;

const EMPTY: Form = { email: '', password: '' };

/** The user's address, and its change, which both addresses have to confirm. */
export function EmailForm() {
  const { data, error, refetch } = useQuery(profileQuery);
  const [editing, setEditing] = useState(false);
  if (error) return <PanelError error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={62} className="max-w-[560px]" />;
  if (data.pendingEmail) return <PendingChange from={data.email} to={data.pendingEmail} />;
  if (editing) return <ChangeForm current={data.email} onDone={() => setEditing(false)} />;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <span className="min-w-0 break-words">{data.email}</span>
      <Button size="sm" onClick={() => setEditing(true)}>
        Change email
      </Button>
    </div>
  );
}

function ChangeForm({ current, onDone }: { current: string; onDone: () => void }) {
  const queryClient = useQueryClient();
  const form = useAppForm({
    schema,
    defaultValues: EMPTY,
    onSubmit: (body: Form) => api.POST('/me/email', { body }),
    onSuccess: async () => {
      toast({ title: 'Check both inboxes', text: 'Open the links in both emails within 24 hours.' });
      await queryClient.invalidateQueries({ queryKey: meKeys.profile });
      onDone();
    },
    errorTitle: 'Couldn’t request the change',
  });
  return (
    <form noValidate onSubmit={form.submit}>
      <Field
        label="New email"
        error={form.errorOf('email')}
        hint={`We email a link to this address and to ${current}. Both have to confirm the change.`}
      >
        {(field) => <Input {...field} type="email" autoComplete="email" {...form.register('email')} />}
      </Field>
      <Field label="Your password" error={form.errorOf('password')}>
        {(field) => (
          <PasswordInput {...field} what="password" autoComplete="current-password" {...form.register('password')} />
        )}
      </Field>
      <FormSummary messages={form.summary} />
      <div className="ui-full flex gap-3">
        <Button type="submit" tone="primary" busy={form.isPending}>
          Request change
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  );
}

function PendingChange({ from, to }: { from: string; to: string }) {
  const queryClient = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => api.DELETE('/me/email'),
    onSuccess: () => toast({ title: 'Change cancelled' }),
    onError: (error) => toast({ title: 'Couldn’t cancel the change', text: messageOf(error), tone: 'bad' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: meKeys.profile }),
  });
  return (
    <div className="ui-notice max-w-[680px]" role="status">
      <span className="min-w-0 break-words">
        Waiting for confirmation of the change from {from} to <b>{to}</b>. Open the links in the emails to both
        addresses.
      </span>
      <Button size="sm" busy={cancel.isPending} onClick={() => cancel.mutate()}>
        Cancel change
      </Button>
    </div>
  );
}
