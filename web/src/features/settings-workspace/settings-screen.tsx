import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { currentWorkspace } from '@/entities/workspace/workspace.queries';
import { formatDate } from '@/shared/lib/format';
import { PageTitle } from '@/shared/ui/page-title';
import { PanelError } from '@/shared/ui/panel-error';
import { SettingsSection } from '@/shared/ui/settings-section';
import { Skeleton } from '@/shared/ui/skeleton';
import { PlanSection } from './plan-section';

// Below what is seen first.
const WorkspaceNameForm = lazy(() =>
  import('./workspace-name-form').then((module) => ({ default: module.WorkspaceNameForm })),
);
const RetentionForm = lazy(() => import('./retention-form').then((module) => ({ default: module.RetentionForm })));
const TimeZoneForm = lazy(() => import('./time-zone-form').then((module) => ({ default: module.TimeZoneForm })));
const LabelsSections = lazy(() => import('./labels-sections').then((module) => ({ default: module.LabelsSections })));

/** The workspace: its name, time zone and plan, and how its links are sorted. `plan` is a package chosen elsewhere. */
export function SettingsScreen({ plan }: { plan?: string }) {
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
        {workspace && <p className="ui-small ui-muted mt-4">Created on {formatDate(workspace.createdAt)}.</p>}
      </SettingsSection>
      <SettingsSection title="Time zone" about="One for the workspace. Owners and admins can change it.">
        {workspace && (
          <Suspense fallback={<Skeleton height={62} className="max-w-[560px]" />}>
            <TimeZoneForm key={workspace.timeZone} timeZone={workspace.timeZone} />
          </Suspense>
        )}
      </SettingsSection>
      <SettingsSection
        title="Plan"
        about="Links always go on working. At a limit, new links and codes wait until there is room, the month ends or the plan changes."
      >
        <PlanSection wanted={plan} />
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
