import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { trackedJobs } from '@/entities/job/tracked-jobs';
import { useHasPlans } from '@/entities/workspace/use-has-plans';
import { currentWorkspace, planLabel } from '@/entities/workspace/workspace.queries';
import { useStore } from '@/shared/hooks/use-store';
import { t } from '@/shared/i18n/t';
import { showKeys } from '@/shared/lib/shortcuts';
import { Badge } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Tooltip } from '@/shared/ui/tooltip';
import { AccountMenu } from './account-menu';
import { MORE_LINKS, SELF_LINKS, WORK_LINKS } from './nav-links';
import { Notifications } from './notifications';
import { PALETTE_KEYS } from './use-shell-shortcuts';

const JobsTray = lazyPart(() => import('./jobs-tray'), 'JobsTray');

function useSection(): string {
  const { pathname } = useLocation();
  const links = [...WORK_LINKS, ...MORE_LINKS, ...SELF_LINKS].filter((link) => !link.exact);
  return (
    links.find((link) => pathname === link.to || pathname.startsWith(`${link.to}/`))?.label ??
    (pathname === '/dashboard/admin' ? t('Operator') : t('Dashboard'))
  );
}

interface Props {
  menuOpen: boolean;
  onMenu: () => void;
  /** Opens the command palette. */
  onSearch: () => void;
}

/** The top bar of every dashboard screen. */
export function TopBar({ menuOpen, onMenu, onSearch }: Props) {
  const { data: workspace } = useQuery(currentWorkspace());
  const hasPlans = useHasPlans();
  const section = useSection();
  const jobs = useStore(trackedJobs);
  return (
    <header className="shell-top-bar">
      <Tooltip text={t('Menu')}>
        <Button tone="quiet" icon className="only-m" aria-label={t('Menu')} aria-expanded={menuOpen} onClick={onMenu}>
          <Icon name="menu" />
        </Button>
      </Tooltip>
      <span className="shell-breadcrumb ui-muted">{section}</span>
      <span className="ml-auto flex items-center gap-3">
        {jobs.length > 0 && <JobsTray />}
        {workspace && hasPlans && <Badge>{planLabel(workspace.plan)}</Badge>}
        <Tooltip text={t('Search')} keys={showKeys(PALETTE_KEYS)}>
          <Button tone="quiet" icon aria-label={t('Search')} onClick={onSearch}>
            <Icon name="search" />
          </Button>
        </Tooltip>
        <Notifications />
        <AccountMenu />
      </span>
    </header>
  );
}
