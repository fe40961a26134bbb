import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { workspaceKeys } from '@/entities/workspace/workspace.queries';
import { api, body } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import { FormSummary } from '@/shared/forms/form-summary';
import { useAppForm } from '@/shared/forms/use-app-form';
import { plural } from '@/shared/lib/format';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { Field, Input } from '@/shared/ui/field';
import { toast } from '@/shared/ui/toast';

type Workspace = components['schemas']['Workspace'];

/** Ten years, the server's maximum for plans with unlimited retention. */
const MAX_DAYS = 3650;

const inDays = (days: number | null) => (days === null ? 'forever' : `for ${plural(days, 'day')}`);

/** The days of an input; null if it is empty. */
const parseDays = (text: string) => (text.trim() === '' ? null : Number(text));

const toForm = ({ retentionDays }: Workspace) => ({ retentionDays: retentionDays ? String(retentionDays) : '' });

const retentionSchema = (longest: number) =>
  z.object({
    retentionDays: z.string().check(
      z.refine(
        (text) => {
          const days = parseDays(text);
          return days === null || (Number.isInteger(days) && days >= 1 && days <= longest);
        },
        { error: `Enter 1 to ${longest} days, or leave this empty` },
      ),
    ),
  });

/** The retention of clicks in days, up to that of the plan. Shortening it requires a confirmation. */
export function RetentionForm({ workspace }: { workspace: Workspace }) {
  const queries = useQueryClient();
  const { retentionDays, planRetentionDays } = workspace;
  const longest = planRetentionDays ?? MAX_DAYS;
  const stored = retentionDays ?? planRetentionDays ?? Number.POSITIVE_INFINITY;
  /** The days to confirm. */
  const [pending, setPending] = useState<number | null>(null);
  const form = useAppForm({
    schema: retentionSchema(longest),
    defaultValues: toForm(workspace),
    values: toForm(workspace),
    validate: ({ getValues }) => {
      const days = parseDays(getValues('retentionDays'));
      if (days === null || days >= stored) return true;
      setPending(days);
      return false;
    },
    onSubmit: (values) =>
      body(
        api.PATCH('/workspaces/{id}', {
          params: { path: { id: 'current' } },
          body: { retentionDays: parseDays(values.retentionDays) },
        }),
      ),
    onSuccess: (next) => {
      queries.setQueryData(workspaceKeys.current, next);
      form.reset(toForm(next));
      toast({
        title: 'Retention saved',
        text: `Clicks are stored ${inDays(next.retentionDays ?? next.planRetentionDays)}.`,
      });
    },
    errorTitle: 'Couldn’t save the retention',
  });

  function confirm() {
    setPending(null);
    form.mutation.mutate(form.methods.getValues());
  }

  return (
    <form noValidate onSubmit={form.submit}>
      <Field
        label="Days"
        className="ui-full"
        error={form.errorOf('retentionDays')}
        hint={
          workspace.hasPlans
            ? `Leave empty for your plan’s retention (${inDays(planRetentionDays)}).`
            : 'Leave empty to store clicks without a limit.'
        }
      >
        {(control) => (
          <Input {...control} inputMode="numeric" className="max-w-[160px]" {...form.register('retentionDays')} />
        )}
      </Field>
      <FormSummary messages={form.summary} />
      <div className="ui-full">
        <PermissionButton
          permission="workspace:manage"
          type="submit"
          tone="primary"
          busy={form.isPending}
          disabled={!form.isDirty}
        >
          Save retention
        </PermissionButton>
      </div>
      <ConfirmDialog
        open={pending !== null}
        onClose={() => setPending(null)}
        title={`Store clicks ${inDays(pending)} only?`}
        action="Delete older clicks"
        onConfirm={confirm}
        focusAfter={() => form.methods.setFocus('retentionDays')}
      >
        <p>Older clicks are permanently deleted within a day. Links are not affected, except for their counts.</p>
      </ConfirmDialog>
    </form>
  );
}
