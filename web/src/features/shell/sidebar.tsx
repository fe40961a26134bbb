import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { logOut } from '@/entities/session/log-out';
import { dashboardUsage } from '@/entities/usage/usage.queries';
import { Can, PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { useHasPlans } from '@/entities/workspace/use-has-plans';
import { currentWorkspace, planLabel } from '@/entities/workspace/workspace.queries';
import { t } from '@/shared/i18n/t';
import { BlinkEye } from '@/shared/ui/blink-eye';
import { buttonClass } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Tooltip } from '@/shared/ui/tooltip';
import { UsageMeter } from '@/shared/ui/usage-meter';
import { MORE_LINKS, SELF_LINKS, WORK_LINKS } from './nav-links';
import { NavList } from './nav-list';

const WorkspaceDialog = lazyPart(() => import('@/widgets/workspaces/workspace-dialog'), 'WorkspaceDialog');

/** The navigation of wide screens, full or as a rail of icons. */
export function Sidebar({ rail }: { rail: boolean }) {
  return (
    <aside className="shell-sidebar">
      <WorkspaceSwitcher rail={rail} />
      <NewLink rail={rail} />
      <nav aria-label={t('Main')}>
        <NavList links={WORK_LINKS} rail={rail} />
        <hr />
        <NavList links={SELF_LINKS} rail={rail} />
      </nav>
      <nav aria-label={t('Publishing')}>
        <NavList links={MORE_LINKS} rail={rail} />
      </nav>
      {!rail && <LinkUsage />}
      <LogOutButton rail={rail} />
    </aside>
  );
}

/** The current workspace. Opens the list of workspaces. */
function WorkspaceSwitcher({ rail }: { rail: boolean }) {
  const { data: workspace } = useQuery(currentWorkspace());
  const hasPlans = useHasPlans();
  const [open, setOpen] = useState(false);
  const name = workspace?.name ?? '\u00a0';
  return (
    <>
      <button
        type="button"
        className="shell-workspace"
        aria-haspopup="dialog"
        aria-label={t('{name}, switch workspace', { name: workspace?.name ?? t('Workspace') })}
        onClick={() => setOpen(true)}
      >
        <BlinkEye />
        {!rail && (
          <>
            <span className="min-w-0 flex-1 text-left">
              <span className="ui-truncate block">{name}</span>
              <small>{workspace ? (hasPlans ? planLabel(workspace.plan) : t('Workspace')) : '\u00a0'}</small>
            </span>
            <Icon name="down" />
          </>
        )}
      </button>
      {open && <WorkspaceDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function NewLink({ rail }: { rail: boolean }) {
  const content = (
    <>
      <Icon name="plus" />
      <span className={rail ? 'ui-sr-only' : undefined}>{t('New link')}</span>
      {!rail && <kbd>C</kbd>}
    </>
  );
  const link = (
    <Link to="/dashboard/links" search={{ new: 'link' }} className={buttonClass({ tone: 'primary' }, 'shell-new')}>
      {content}
    </Link>
  );
  const denied = (
    <PermissionButton permission="links:write" tone="primary" className="shell-new">
      {content}
    </PermissionButton>
  );
  return (
    <Can permission="links:write" fallback={denied}>
      {rail ? (
        <Tooltip text={t('New link')} keys="C" side="right">
          {link}
        </Tooltip>
      ) : (
        link
      )}
    </Can>
  );
}

function LinkUsage() {
  const { data } = useQuery(dashboardUsage());
  if (!data) return <div className="shell-usage" aria-busy="true" />;
  const { used, limit } = data.links;
  return (
    <div className="shell-usage">
      <UsageMeter label={t('Links used')} used={used} limit={limit}>
        {(bounded) => (
          <p>
            <b>
              {bounded
                ? t('{used}/{limit} links', { used, limit: limit ?? 0 })
                : t('{count, plural, one {# link} other {# links}}', { count: used })}
            </b>
            <span className="ui-muted">
              {bounded ? t('{count} left', { count: Math.max(0, (limit ?? 0) - used) }) : t('unlimited')}
            </span>
          </p>
        )}
      </UsageMeter>
    </div>
  );
}

function LogOutButton({ rail }: { rail: boolean }) {
  const button = (
    <button type="button" className="shell-logout" onClick={logOut}>
      <Icon name="out" />
      <span className={rail ? 'ui-sr-only' : undefined}>{t('Log Out')}</span>
    </button>
  );
  if (!rail) return button;
  return (
    <Tooltip text={t('Log Out')} side="right">
      {button}
    </Tooltip>
  );
}
