import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { dashboardUsage } from '@/entities/usage/usage.queries';
import { currentWorkspace, planLabel } from '@/entities/workspace/workspace.queries';
import { formatCount, formatDate } from '@/shared/lib/format';
import { buttonClass } from '@/shared/ui/button';
import { PageTitle } from '@/shared/ui/page-title';
import { PanelError } from '@/shared/ui/panel-error';
import { ProgressTrack } from '@/shared/ui/progress-track';
import { SettingsSection } from '@/shared/ui/settings-section';
import { Skeleton } from '@/shared/ui/skeleton';

// Below what is seen first.
const WorkspaceNameForm = lazy(() =>
  import('./workspace-name-form').then((module) => ({ default: module.WorkspaceNameForm })),
);
const RetentionForm = lazy(() => import('./retention-form').then((module) => ({ default: module.RetentionForm })));
const LabelsSections = lazy(() => import('./labels-sections').then((module) => ({ default: module.LabelsSections })));

/** The workspace: its name, its plan, and how its links are sorted. */
export function SettingsScreen() {
  const { data: workspace, error, refetch } = useQuery(currentWorkspace());
  return (
    <>
      <PageTitle title="Settings" lead="What holds for everybody in this workspace." />
      <SettingsSection title="Workspace" about="The name stands above the navigation of every member.">
        {error ? (
          <PanelError error={error} onRetry={refetch} />
        ) : workspace ? (
          <Suspense fallback={<Skeleton height={62} className="max-w-[560px]" />}>
            <WorkspaceNameForm name={workspace.name} />
          </Suspense>
        ) : (
          <Skeleton height={62} className="max-w-[560px]" />
        )}
        {workspace && <p className="small muted mt-4">Founded on {formatDate(workspace.createdAt)}.</p>}
      </SettingsSection>
      <SettingsSection title="Plan" about="Short links go on working when a limit is reached; only new ones wait.">
        <Plan />
      </SettingsSection>
      <SettingsSection
        title="Clicks"
        about="How long clicks are kept. Older ones are deleted, and the counts of links follow."
      >
        {workspace && (
          <Suspense fallback={<Skeleton height={120} className="max-w-[560px]" />}>
            <RetentionForm key={workspace.retentionDays} workspace={workspace} />
          </Suspense>
        )}
      </SettingsSection>
      <Suspense fallback={null}>
        <LabelsSections />
      </Suspense>
    </>
  );
}

function Meter({ label, used, limit }: { label: string; used: number; limit: number | null }) {
  const bounded = limit !== null && limit > 0;
  return (
    <li className="grid gap-2 border-t border-line py-3 first:border-t-0 first:pt-0">
      <p className="flex justify-between">
        <span>{label}</span>
        <b>{bounded ? `${formatCount(used)} of ${formatCount(limit)}` : `${formatCount(used)}, no limit`}</b>
      </p>
      {bounded && <ProgressTrack value={used} max={limit} label={label} />}
    </li>
  );
}

function Plan() {
  const { data, error, refetch } = useQuery(dashboardUsage());
  if (error) return <PanelError error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={120} className="max-w-[560px]" />;
  return (
    <div className="max-w-[560px]">
      <div className="mb-5 flex items-center justify-between gap-4">
        <p className="figure">{planLabel(data.plan)}</p>
        <Link to="/pricing" className={buttonClass()}>
          Compare plans
        </Link>
      </div>
      <ul>
        <Meter label="Links" used={data.links.used} limit={data.links.limit} />
        <Meter label="Clicks this month" used={data.clicks.used} limit={data.clicks.limit} />
      </ul>
    </div>
  );
}
