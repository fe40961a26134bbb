import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useHasPlans } from '@/entities/workspace/use-has-plans';
import { currentWorkspace } from '@/entities/workspace/workspace.queries';
import { t } from '@/shared/i18n/t';
import { formatDate } from '@/shared/lib/format';
import { Button, buttonClass } from '@/shared/ui/button';
import { lazyPart } from '@/shared/ui/lazy-part';
import { PageTitle } from '@/shared/ui/page-title';
import { PanelError } from '@/shared/ui/panel-error';
import { SettingsSection } from '@/shared/ui/settings-section';
import { DeletedWorkspaces } from '@/widgets/workspaces/deleted-workspaces';
import { LabelsSections } from './labels-sections';
import { RetentionForm } from './retention-form';
import { TimeZoneForm } from './time-zone-form';
import { WorkspaceNameForm } from './workspace-name-form';

// Below the fold.
const WorkspaceDialog = lazyPart(() => import('@/widgets/workspaces/workspace-dialog'), 'WorkspaceDialog');

/** The workspace's name, time zone, retention and labels, and links to its other settings. */
export function SettingsScreen() {
  const plans = useHasPlans();
  const { data: workspace, error, refetch } = useQuery(currentWorkspace());
  const [switching, setSwitching] = useState(false);
  return (
    <>
      <PageTitle title="Settings" lead="Settings for everyone in this workspace." />
      <DeletedWorkspaces />
      <SettingsSection title="Workspace" about="Shown above the navigation for all members.">
        {error ? <PanelError error={error} onRetry={refetch} /> : <WorkspaceNameForm name={workspace?.name} />}
        <p className="ui-small ui-muted mt-4">Created on {workspace ? formatDate(workspace.createdAt) : '...'}.</p>
      </SettingsSection>
      <SettingsSection title="Time zone" about="Used by reports and schedules. Owners and admins can change it.">
        <TimeZoneForm timeZone={workspace?.timeZone} />
      </SettingsSection>
      <SettingsSection
        title="Workspaces"
        about={`Each has its own links${plans ? ', members and plan' : ' and members'}. Also in the command palette.`}
      >
        <Button onClick={() => setSwitching(true)}>Switch or create workspace</Button>
        {switching && <WorkspaceDialog onClose={() => setSwitching(false)} />}
      </SettingsSection>
      <SettingsSection title="Members" about="The people who have access to this workspace, and their roles.">
        <Link to="/dashboard/settings/members" className={buttonClass()}>
          Manage members
        </Link>
      </SettingsSection>
      <SettingsSection title="Single sign-on" about="Log in with the provider of your organization.">
        <Link to="/dashboard/settings/single-sign-on" className={buttonClass()}>
          Manage single sign-on
        </Link>
      </SettingsSection>
      <SettingsSection title="Domains" about="The hosts that serve your short links.">
        <Link to="/dashboard/domains" className={buttonClass()}>
          Manage domains
        </Link>
      </SettingsSection>
      <SettingsSection title="API keys" about="Credentials for scripts, servers and integrations.">
        <Link to="/dashboard/settings/api-keys" className={buttonClass()}>
          Manage API keys
        </Link>
      </SettingsSection>
      <SettingsSection
        title={t('Integrations')}
        about={t('Create links from the browser, the phone and programs that were made for other shorteners.')}
      >
        <Link to="/dashboard/settings/integrations" className={buttonClass()}>
          {t('View integrations')}
        </Link>
      </SettingsSection>
      <SettingsSection title="Webhooks" about="Events of this workspace, sent to your servers.">
        <Link to="/dashboard/settings/webhooks" className={buttonClass()}>
          Manage webhooks
        </Link>
      </SettingsSection>
      <SettingsSection title="Audit log" about="Changes, exports and sign-ins, for owners and admins.">
        <Link to="/dashboard/settings/audit-log" className={buttonClass()}>
          View audit log
        </Link>
      </SettingsSection>
      <SettingsSection
        title={plans ? 'Plan and usage' : 'Usage'}
        about={
          plans
            ? 'The plan, its limits and how much of them is used.'
            : 'How many links, clicks, domains and members there are.'
        }
      >
        <Link to="/dashboard/settings/billing" className={buttonClass()}>
          {plans ? 'View plan' : 'View usage'}
        </Link>
      </SettingsSection>
      <SettingsSection
        title="Clicks"
        about="How long click data is stored. Older clicks are deleted, and link counts are updated."
      >
        {workspace && <RetentionForm workspace={workspace} />}
      </SettingsSection>
      <LabelsSections />
    </>
  );
}
