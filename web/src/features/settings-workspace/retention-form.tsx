import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { workspaceKeys } from '@/entities/workspace/workspace.queries';
import { api, body } from '@/shared/api/client';
import { messageOf } from '@/shared/api/errors';
import type { components } from '@/shared/api/schema';
import { plural } from '@/shared/lib/format';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { Field, Input } from '@/shared/ui/field';
import { toast } from '@/shared/ui/toast';

type Workspace = components['schemas']['Workspace'];

/** Ten years, the server's maximum for plans with unlimited retention. */
const MAX_DAYS = 3650;

const inDays = (days: number | null) => (days === null ? 'forever' : `for ${plural(days, 'day')}`);

/** The retention of clicks in days, up to that of the plan. Shortening it asks for confirmation. */
export function RetentionForm({ workspace }: { workspace: Workspace }) {
  const queries = useQueryClient();
  const { retentionDays, planRetentionDays } = workspace;
  const stored = retentionDays ? String(retentionDays) : '';
  const [text, setText] = useState(stored);
  const [error, setError] = useState('');
  const [confirming, setConfirming] = useState(false);
  const days = text.trim() === '' ? null : Number(text);
  const longest = planRetentionDays ?? MAX_DAYS;
  const shorter = (days ?? longest + 1) < (retentionDays ?? planRetentionDays ?? Number.POSITIVE_INFINITY);

  const save = useMutation({
    mutationFn: () =>
      body(api.PATCH('/workspaces/{id}', { params: { path: { id: 'current' } }, body: { retentionDays: days } })),
    onSuccess: (next) => {
      queries.setQueryData(workspaceKeys.current, next);
      toast({
        title: 'Retention saved',
        text: `Clicks are stored ${inDays(next.retentionDays ?? next.planRetentionDays)}.`,
      });
    },
    onError: (failure) => setError(messageOf(failure)),
    onSettled: () => setConfirming(false),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (days !== null && !(Number.isInteger(days) && days >= 1 && days <= longest)) {
      setError(`Enter 1 to ${longest} days, or leave this empty`);
      return;
    }
    if (shorter) setConfirming(true);
    else save.mutate();
  }

  return (
    <form noValidate onSubmit={submit}>
      <Field
        label="Days"
        className="ui-full"
        error={error}
        hint={`Leave empty for your plan’s retention (${inDays(planRetentionDays)}).`}
      >
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            className="max-w-[160px]"
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setError('');
            }}
          />
        )}
      </Field>
      <div className="ui-full">
        <PermissionButton
          permission="workspace:manage"
          type="submit"
          tone="primary"
          busy={save.isPending}
          disabled={text.trim() === stored}
        >
          Save retention
        </PermissionButton>
      </div>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        title={`Store clicks ${inDays(days)} only?`}
        action="Delete older clicks"
        onConfirm={() => save.mutate()}
        busy={save.isPending}
      >
        <p>Older clicks are permanently deleted within a day. Links are not affected, except for their counts.</p>
      </ConfirmDialog>
    </form>
  );
}
