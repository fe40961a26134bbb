import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { logOut } from '@/entities/session/log-out';
import { dashboardUsage } from '@/entities/usage/usage.queries';
import { currentWorkspace, planLabel } from '@/entities/workspace/workspace.queries';
import { formatCount } from '@/shared/lib/format';
import { BlinkEye } from '@/shared/ui/blink-eye';
import { buttonClass } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { ProgressTrack } from '@/shared/ui/progress-track';
import { Tooltip } from '@/shared/ui/tooltip';
import { SELF_LINKS, WORK_LINKS } from './nav-links';
import { NavList } from './nav-list';

/** The navigation of wide screens, full or as a rail of icons. */
export function Sidebar({ rail }: { rail: boolean }) {
  const { data: workspace } = useQuery(currentWorkspace());
  const newLink = (
    <Link to="/dashboard/links" search={{ new: 'link' }} className={buttonClass({ tone: 'primary' }, 'shell-new')}>
      <Icon name="plus" />
      <span className={rail ? 'ui-sr-only' : undefined}>New link</span>
      {!rail && <kbd>C</kbd>}
    </Link>
  );
  return (
    <aside className="shell-sidebar">
      <Link
        to="/dashboard/settings"
        className="shell-workspace"
        aria-label={rail ? (workspace?.name ?? 'Workspace') : undefined}
      >
        <BlinkEye />
        {!rail && (
          <span className="min-w-0">
            <span className="ui-truncate block">{workspace?.name ?? '\u00a0'}</span>
            <small>{workspace ? planLabel(workspace.plan) : '\u00a0'}</small>
          </span>
        )}
      </Link>
      {rail ? (
        <Tooltip text="New link" keys="C" side="right">
          {newLink}
        </Tooltip>
      ) : (
        newLink
      )}
      <nav aria-label="Main">
        <NavList links={WORK_LINKS} rail={rail} />
        <hr />
        <NavList links={SELF_LINKS} rail={rail} />
      </nav>
      {!rail && <UsageMeter />}
      <LogOutButton rail={rail} />
    </aside>
  );
}

function UsageMeter() {
  const { data } = useQuery(dashboardUsage());
  if (!data) return <div className="shell-usage" aria-busy="true" />;
  const { used, limit } = data.links;
  if (limit === null || limit <= 0) {
    return (
      <div className="shell-usage">
        <p>
          <b>{formatCount(used)} links</b>
          <span className="ui-muted">unlimited</span>
        </p>
      </div>
    );
  }
  return (
    <div className="shell-usage">
      <p>
        <b>
          {formatCount(used)}/{formatCount(limit)} links
        </b>
        <span className="ui-muted">{formatCount(Math.max(0, limit - used))} left</span>
      </p>
      <ProgressTrack value={used} max={limit} label="Links used" />
    </div>
  );
}

function LogOutButton({ rail }: { rail: boolean }) {
  const button = (
    <button type="button" className="shell-logout" onClick={logOut}>
      <Icon name="out" />
      <span className={rail ? 'ui-sr-only' : undefined}>Log Out</span>
    </button>
  );
  if (!rail) return button;
  return (
    <Tooltip text="Log Out" side="right">
      {button}
    </Tooltip>
  );
}
