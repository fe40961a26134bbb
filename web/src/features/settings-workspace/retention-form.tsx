import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { workspaceKeys } from '@/entities/workspace/workspace.queries';
import { api, body } from '@/shared/api/client';
import { messageOf } from '@/shared/api/errors';
import type { components } from '@/shared/api/schema';
import { plural } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { Field, Input } from '@/shared/ui/field';
import { toast } from '@/shared/ui/toast';

type Workspace = components['schemas']['Workspace'];

/** Ten years: the longest that the server takes where the plan knows no end. */
const LONGEST = 3650;

const inDays = (days: number | null) => (days === null ? 'for good' : `for ${plural(days, 'day')}`);

/** How long clicks are kept: as long as the plan does, or shorter. */
export function RetentionForm({ workspace }: { workspace: Workspace }) {
  const queries = useQueryClient();
  const { retentionDays, planRetentionDays } = workspace;
  const kept = retentionDays ? String(retentionDays) : '';
  const [text, setText] = useState(kept);
  const [fault, setFault] = useState('');
  const [asking, setAsking] = useState(false);
  const days = text.trim() === '' ? null : Number(text);
  const longest = planRetentionDays ?? LONGEST;
  const shorter = (days ?? longest + 1) < (retentionDays ?? planRetentionDays ?? Number.POSITIVE_INFINITY);

  const save = useMutation({
    mutationFn: () =>
      body(api.PATCH('/workspaces/{id}', { params: { path: { id: 'current' } }, body: { retentionDays: days } })),
    onSuccess: (next) => {
      queries.setQueryData(workspaceKeys.current, next);
      toast({ title: 'Saved', text: `Clicks are kept ${inDays(next.retentionDays ?? next.planRetentionDays)}.` });
    },
    onError: (error) => setFault(messageOf(error)),
    onSettled: () => setAsking(false),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (days !== null && !(Number.isInteger(days) && days >= 1 && days <= longest)) {
      setFault(`Please enter a number of days from 1 to ${longest}, or nothing`);
      return;
    }
    if (shorter) setAsking(true);
    else save.mutate();
  }

  return (
    <form noValidate onSubmit={submit}>
      <Field
        label="Days"
        className="ui-full"
        error={fault}
        hint={`Empty: as long as your plan keeps them, ${inDays(planRetentionDays)}.`}
      >
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            className="max-w-[160px]"
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setFault('');
            }}
          />
        )}
      </Field>
      <div className="ui-full">
        <Button type="submit" tone="primary" busy={save.isPending} disabled={text.trim() === kept}>
          Save days
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Keep clicks ${inDays(days)} only?`}
        action="Delete older clicks"
        onConfirm={() => save.mutate()}
        busy={save.isPending}
      >
        <p>Clicks that are older are deleted within a day, for good. Links go on, and their counts follow.</p>
      </ConfirmDialog>
    </form>
  );
}
