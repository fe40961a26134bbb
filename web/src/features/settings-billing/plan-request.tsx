import { useMutation, useQuery } from '@tanstack/react-query';
import { profileQuery } from '@/entities/session/me.queries';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { planLabel } from '@/entities/workspace/workspace.queries';
import { api, body } from '@/shared/api/client';
import { messageOf } from '@/shared/api/errors';
import { SetPlan } from '@/widgets/plans/plans-link';

/** Requests a plan from the operator, by email. There is no online payment. */
export function PlanRequest({ plan }: { plan: string }) {
  const request = useMutation({
    mutationFn: () =>
      body(api.POST('/workspaces/{id}/plan-request', { params: { path: { id: 'current' } }, body: { package: plan } })),
  });
  const isOperator = useQuery(profileQuery).data?.operator;
  if (isOperator) {
    return (
      <p className="ui-notice" role="note">
        <span>
          You chose the <b>{planLabel(plan)}</b>. You operate this server: <SetPlan />
        </span>
      </p>
    );
  }
  if (request.isSuccess) {
    return (
      <p className="ui-notice" role="status">
        <span>
          We sent your request for the <b>{planLabel(plan)}</b>. The operator will reply by email.
        </span>
      </p>
    );
  }
  return (
    <div className="ui-notice ui-accent">
      <span>
        You chose the <b>{planLabel(plan)}</b>. The operator of this server changes plans on request.
        {request.isError && (
          <span className="text-clay block" role="alert">
            {messageOf(request.error)}
          </span>
        )}
      </span>
      <PermissionButton
        permission="workspace:manage"
        tone="primary"
        busy={request.isPending}
        onClick={() => request.mutate()}
      >
        Request this plan
      </PermissionButton>
    </div>
  );
}
