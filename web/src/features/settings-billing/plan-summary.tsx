import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { currentWorkspace, planLabel } from '@/entities/workspace/workspace.queries';
import { buttonClass } from '@/shared/ui/button';
import { Skeleton } from '@/shared/ui/skeleton';
import { PlanRequest } from './plan-request';

/** The workspace's plan. `wanted` is the package whose button on the pricing page led here. */
export function PlanSummary({ wanted }: { wanted?: string }) {
  const { data: workspace } = useQuery(currentWorkspace());
  if (!workspace) return <Skeleton height={62} className="max-w-[560px]" />;
  return (
    <div className="max-w-[560px]">
      <div className="flex items-center justify-between gap-4">
        <p className="ui-figure">{planLabel(workspace.plan)}</p>
        <Link to="/pricing" className={buttonClass()}>
          Compare plans
        </Link>
      </div>
      {wanted && wanted !== workspace.plan && (
        <div className="mt-5">
          <PlanRequest plan={wanted} />
        </div>
      )}
    </div>
  );
}
