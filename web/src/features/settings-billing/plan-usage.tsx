import { useQuery } from '@tanstack/react-query';
import { dashboardUsage } from '@/entities/usage/usage.queries';
import { formatCount, formatDate } from '@/shared/lib/format';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { UsageMeter } from '@/shared/ui/usage-meter';

interface Limit {
  label: string;
  used: number;
  limit: number | null;
  /** When the limit is reached at the current pace. */
  exhaustedAt?: string | null;
}

function PlanLimit({ label, used, limit, exhaustedAt }: Limit) {
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
      {exhaustedAt && (
        <p className="ui-small ui-muted">At this pace, the limit is reached on about {formatDate(exhaustedAt)}.</p>
      )}
    </li>
  );
}

/** The usage of each limit of the workspace's plan. */
export function PlanUsage() {
  const { data, error, refetch } = useQuery(dashboardUsage());
  if (error) return <PanelError error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={180} className="max-w-[560px]" />;
  return (
    <ul className="max-w-[560px]">
      <PlanLimit label="Links" {...data.links} />
      <PlanLimit label="Clicks this month" {...data.clicks} exhaustedAt={data.clicksExhaustedAt} />
      <PlanLimit label="Domains" {...data.domains} />
      <PlanLimit label="Bio pages" {...data.bioPages} />
      <PlanLimit label="Members" {...data.members} />
    </ul>
  );
}
