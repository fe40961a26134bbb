import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dashboardUsage } from '@/entities/usage/usage.queries';
import { planLabel } from '@/entities/workspace/workspace.queries';
import { formatCount } from '@/shared/lib/format';
import { buttonClass } from '@/shared/ui/button';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { UsageMeter } from '@/shared/ui/usage-meter';
import { PlanRequest } from './plan-request';

function PlanLimit({ label, used, limit }: { label: string; used: number; limit: number | null }) {
  return (
    <li className="grid gap-2 border-t border-line py-3 first:border-t-0 first:pt-0">
      <UsageMeter label={label} used={used} limit={limit}>
        {(bounded) => (
          <p className="flex justify-between">
            <span>{label}</span>
            <b>{bounded ? `${formatCount(used)} of ${formatCount(limit ?? 0)}` : `${formatCount(used)}, unlimited`}</b>
          </p>
        )}
      </UsageMeter>
    </li>
  );
}

/** The workspace's plan and its usage. `wanted` is the package whose button on the pricing page led here. */
export function PlanSection({ wanted }: { wanted?: string }) {
  const { data, error, refetch } = useQuery(dashboardUsage());
  if (error) return <PanelError error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={120} className="max-w-[560px]" />;
  return (
    <div className="max-w-[560px]">
      <div className="mb-5 flex items-center justify-between gap-4">
        <p className="ui-figure">{planLabel(data.plan)}</p>
        <Link to="/pricing" className={buttonClass()}>
          Compare plans
        </Link>
      </div>
      {wanted && wanted !== data.plan && <PlanRequest plan={wanted} />}
      <ul>
        <PlanLimit label="Links" used={data.links.used} limit={data.links.limit} />
        <PlanLimit label="Clicks this month" used={data.clicks.used} limit={data.clicks.limit} />
      </ul>
    </div>
  );
}
