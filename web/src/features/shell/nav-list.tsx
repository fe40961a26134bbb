import { Link } from '@tanstack/react-router';
import { Icon } from '@/shared/ui/icon';
import { Tooltip } from '@/shared/ui/tooltip';
import type { NavLink } from './nav-links';

function Entry({ link, onNavigate }: { link: NavLink; onNavigate?: () => void }) {
  return (
    <Link
      to={link.to}
      activeOptions={{ exact: link.exact, includeSearch: false }}
      activeProps={{ 'aria-current': 'page' }}
      onClick={onNavigate}
    >
      <Icon name={link.icon} />
      <span>{link.label}</span>
    </Link>
  );
}

/** Navigation links. The rail shows only icons, with the labels in tooltips. */
export function NavList({
  links,
  rail,
  onNavigate,
}: {
  links: readonly NavLink[];
  rail?: boolean;
  onNavigate?: () => void;
}) {
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
            <Entry link={link} onNavigate={onNavigate} />
          )}
        </li>
      ))}
    </ul>
  );
}
