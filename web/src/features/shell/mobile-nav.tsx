import { Link } from '@tanstack/react-router';
import { logOut } from '@/entities/session/log-out';
import { PRODUCT } from '@/shared/config/product';
import { buttonClass } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { Icon } from '@/shared/ui/icon';
import { MOBILE_LINKS } from './nav-links';
import { NavList } from './nav-list';

/** The sheet behind the menu button of small screens. */
export function MobileNav({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={PRODUCT} place="left">
      <nav aria-label="Mobile" className="mobile-links">
        <NavList links={MOBILE_LINKS} onGo={onClose} />
      </nav>
      <button type="button" className={buttonClass({ wide: true }, 'mt-6')} onClick={logOut}>
        <Icon name="out" />
        Log Out
      </button>
    </Dialog>
  );
}

/** The tab bar at the foot of small screens. `More` opens the sheet. */
export function TabBar({ moreOpen, onMore }: { moreOpen: boolean; onMore: () => void }) {
  const here = { 'aria-current': 'page' } as const;
  return (
    <nav className="dock only-m" aria-label="Quick">
      <Link to="/dashboard" activeOptions={{ exact: true }} activeProps={here}>
        <Icon name="home" />
        Home
      </Link>
      <Link to="/dashboard/links" activeOptions={{ includeSearch: false }} activeProps={here}>
        <Icon name="link" />
        Links
      </Link>
      <Link to="/dashboard/links" search={{ new: 'link' }} activeProps={{}} className="add" aria-label="New link">
        <Icon name="plus" />
      </Link>
      <Link to="/dashboard/$" params={{ _splat: 'analytics' }} activeProps={here}>
        <Icon name="chart" />
        Analytics
      </Link>
      <button type="button" aria-expanded={moreOpen} onClick={onMore}>
        <Icon name="more" />
        More
      </button>
    </nav>
  );
}
