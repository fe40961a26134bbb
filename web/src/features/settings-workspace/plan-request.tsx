import { useMutation } from '@tanstack/react-query';
import { planLabel } from '@/entities/workspace/workspace.queries';
import { api, body } from '@/shared/api/client';
import { messageOf } from '@/shared/api/errors';
import { Button } from '@/shared/ui/button';

/** Asks the operator for a plan. There is no payment here: the operator answers by mail. */
export function PlanRequest({ plan }: { plan: string }) {
  const request = useMutation({
    mutationFn: () =>
      body(api.POST('/workspaces/{id}/plan-request', { params: { path: { id: 'current' } }, body: { package: plan } })),
  });
  if (request.isSuccess) {
    return (
      <p className="ui-notice mb-5" role="status">
        <span>
          Your request for the <b>{planLabel(plan)}</b> was sent. You get an answer by mail.
        </span>
      </p>
    );
  }
  return (
    <div className="ui-notice ui-accent mb-5">
      <span>
        You chose the <b>{planLabel(plan)}</b>. The operator of this install changes plans on request.
        {request.isError && (
          <span className="text-clay block" role="alert">
            {messageOf(request.error)}
          </span>
        )}
      </span>
      <Button tone="primary" busy={request.isPending} onClick={() => request.mutate()}>
        Request this plan
      </Button>
    </div>
  );
}
