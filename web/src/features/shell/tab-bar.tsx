import { Link } from '@tanstack/react-router';
import { Icon } from '@/shared/ui/icon';

/** The tab bar of small screens. More opens the navigation sheet. */
export function TabBar({ moreOpen, onMore }: { moreOpen: boolean; onMore: () => void }) {
  const current = { 'aria-current': 'page' } as const;
  return (
    <nav className="shell-tab-bar only-m" aria-label="Quick">
      <Link to="/dashboard" activeOptions={{ exact: true }} activeProps={current}>
        <Icon name="home" />
        Home
      </Link>
      <Link to="/dashboard/links" activeOptions={{ includeSearch: false }} activeProps={current}>
        <Icon name="link" />
        Links
      </Link>
      <Link to="/dashboard/links" search={{ new: 'link' }} activeProps={{}} className="shell-add" aria-label="New link">
        <Icon name="plus" />
      </Link>
      <Link to="/dashboard/analytics" activeOptions={{ includeSearch: false }} activeProps={current}>
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
