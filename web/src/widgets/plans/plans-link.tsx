import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { profileQuery } from '@/entities/session/me.queries';
import { useHasPlans } from '@/entities/workspace/use-has-plans';
import { currentWorkspace } from '@/entities/workspace/workspace.queries';
import { t } from '@/shared/i18n/t';
import { lazyPart } from '@/shared/ui/lazy-part';

const PlanDialog = lazyPart(() => import('./plan-dialog'), 'PlanDialog');

/**
 * What helps at a limit of the plan: a link to the plans, and for operators a button that sets the plan in place.
 * Renders nothing on an install without plans.
 */
export function PlansLink() {
  if (!useHasPlans()) return null;
  return (
    <>
      <a href="/pricing" className="ui-more">
        {t('View plans')}
      </a>
      <SetPlan />
    </>
  );
}

/** Sets the plan of the active workspace. Renders nothing for users who are no operators. */
export function SetPlan() {
  const isOperator = useQuery(profileQuery).data?.operator;
  const { data: workspace } = useQuery(currentWorkspace());
  const [open, setOpen] = useState(false);
  if (!isOperator || !workspace) return null;
  return (
    <>
      {' '}
      <button type="button" className="ui-more ui-link" onClick={() => setOpen(true)}>
        {t('Set plan')}
      </button>
      {open && <PlanDialog workspace={workspace} onClose={() => setOpen(false)} />}
    </>
  );
}
