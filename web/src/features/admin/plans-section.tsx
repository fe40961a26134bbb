import { useQueryClient } from '@tanstack/react-query';
import { api } from '@/shared/api/client';
import { Button } from '@/shared/ui/button';
import type { InstallOverview } from './admin.queries';
import { type AdminAction, useAdminAction } from './use-admin-action';

type Choice = 'off' | 'packages';

const ACTIONS: Readonly<Record<Choice, Omit<AdminAction, 'run'>>> = {
  off: {
    title: 'Turn off plans?',
    text: 'All limits of plans end at once. Workspaces get their plans back if you turn plans on again.',
    verb: 'Turn off plans',
    tone: 'primary',
    done: 'Plans are off',
  },
  packages: {
    title: 'Turn on plans?',
    text:
      'Every workspace gets the limits of its plan at once. Above a limit nothing can be added. ' +
      'After 90 days, clicks that are older than the retention of the plan are deleted.',
    verb: 'Turn on plans',
    done: 'Plans are on',
  },
};

function textOf({ hasPlans, plansFixed }: InstallOverview): string {
  const state = hasPlans ? 'Workspaces have plans with limits.' : 'Nothing is limited, and there are no plans.';
  if (plansFixed) return `${state} LINNET_PLANS is set on the server and decides this.`;
  return hasPlans ? `${state} Turn them off if this server is for your own people.` : state;
}

/** Shows whether the install has plans, and turns them on or off. */
export function PlansSection({ overview }: { overview: InstallOverview }) {
  const [start, dialog] = useAdminAction();
  const queries = useQueryClient();
  const choice = overview.hasPlans ? 'off' : 'packages';
  const run = async () => {
    await api.PUT('/admin/plans', { body: { plans: choice } });
    // Limits, usage and labels on any screen follow the plans.
    void queries.invalidateQueries();
  };
  return (
    <section className="ui-panel lg:col-span-2" aria-label="Plans">
      <h3 className="p-4 text-18">Plans</h3>
      <div className="ui-row">
        <p className="min-w-0">{textOf(overview)}</p>
        {!overview.plansFixed && (
          <Button className="ml-auto" onClick={() => start({ ...ACTIONS[choice], run })}>
            {ACTIONS[choice].verb}
          </Button>
        )}
      </div>
      {dialog}
    </section>
  );
}
