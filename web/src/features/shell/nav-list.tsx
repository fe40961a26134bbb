import { Link } from '@tanstack/react-router';
import { Icon } from '@/shared/ui/icon';
import { Tooltip } from '@/shared/ui/tooltip';
import type { NavLink } from './nav-links';

function Entry({ link, onGo }: { link: NavLink; onGo?: () => void }) {
  return (
    <Link
      to={link.to}
      activeOptions={{ exact: link.exact, includeSearch: false }}
      activeProps={{ 'aria-current': 'page' }}
      onClick={onGo}
    >
      <Icon name={link.icon} />
      <span>{link.label}</span>
    </Link>
  );
}

/** Links of the navigation. On the rail only icons show, so each says its name in a tooltip. */
export function NavList({ links, rail, onGo }: { links: readonly NavLink[]; rail?: boolean; onGo?: () => void }) {
  return (
    <ul>
      {links.map((link) => (
        <li key={link.to}>
          {rail ? (
            <Tooltip text={link.label} side="right">
              <Link
                to={link.to}
                activeOptions={{ exact: link.exact, includeSearch: false }}
                activeProps={{ 'aria-current': 'page' }}
              >
                <Icon name={link.icon} />
                <span className="ui-sr-only">{link.label}</span>
              </Link>
            </Tooltip>
          ) : (
            <Entry link={link} onGo={onGo} />
          )}
        </li>
      ))}
    </ul>
  );
}
