import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { overviewQuery } from '@/entities/server/overview.queries';
import { planLabel } from '@/entities/workspace/workspace.queries';
import { api } from '@/shared/api/client';
import { messageOf } from '@/shared/api/errors';
import { t } from '@/shared/i18n/t';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { Field } from '@/shared/ui/field';
import { Select } from '@/shared/ui/select';
import { toast } from '@/shared/ui/toast';

interface Props {
  workspace: { id: string; name: string; plan: string };
  onClose: () => void;
}

/** Sets the plan of a workspace, for operators. */
export function PlanDialog({ workspace, onClose }: Props) {
  const { data: overview } = useQuery(overviewQuery);
  const [plan, setPlan] = useState(workspace.plan);
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: () => api.PATCH('/admin/workspaces/{id}', { params: { path: { id: workspace.id } }, body: { plan } }),
    onSuccess: () => {
      toast({ title: t('{name} is on {plan}', { name: workspace.name, plan: planLabel(plan) }) });
      onClose();
    },
    onError: (error) => toast({ title: t('Couldn’t set the plan'), text: messageOf(error), tone: 'bad' }),
    // Limits and usage on any screen may follow the plan.
    onSettled: () => queries.invalidateQueries(),
  });
  const plans = overview?.plans ?? [workspace.plan];
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Plan of {name}', { name: workspace.name })}
      width={420}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button tone="primary" busy={save.isPending} disabled={plan === workspace.plan} onClick={() => save.mutate()}>
            {t('Set plan')}
          </Button>
        </>
      }
    >
      <Field
        label={t('Plan')}
        hint={t(
          'Takes effect at once. Above a limit nothing is deleted, but nothing can be added. A server for your own people needs no plans: turn them off in the overview of Operator.',
        )}
      >
        {(control) => (
          <Select
            {...control}
            value={plan}
            options={plans.map((value) => ({ value, label: planLabel(value) }))}
            onChange={setPlan}
          />
        )}
      </Field>
    </Dialog>
  );
}
