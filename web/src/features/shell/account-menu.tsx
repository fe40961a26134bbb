import { Link } from '@tanstack/react-router';
import { logOut } from '@/entities/session/log-out';
import { useUser } from '@/entities/session/use-session';
import { t } from '@/shared/i18n/t';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { Menu, MenuItem, MenuLabel, MenuRule } from '@/shared/ui/menu';

function initials(first: string, last: string): string {
  return `${[...first][0] ?? ''}${[...last][0] ?? ''}`.toUpperCase();
}

/** The account menu: the signed-in user, profile, settings and log-out. */
export function AccountMenu() {
  const user = useUser();
  if (!user) return null;
  return (
    <Menu
      tip={t('Account menu')}
      trigger={
        <Button tone="quiet" icon aria-label={t('Account menu')}>
          <span className="shell-avatar">{initials(user.firstName, user.lastName)}</span>
        </Button>
      }
    >
      <MenuLabel>
        {t('My Account')}
        <span className="ui-small ui-muted ui-truncate block font-[450]">{user.email}</span>
      </MenuLabel>
      <MenuRule />
      <MenuItem asChild>
        <Link to="/dashboard/account" className="ui-item">
          <Icon name="user" />
          {t('Profile')}
        </Link>
      </MenuItem>
      <MenuItem asChild>
        <Link to="/dashboard/settings" className="ui-item">
          <Icon name="gear" />
          {t('Settings')}
        </Link>
      </MenuItem>
      <MenuRule />
      <MenuItem onSelect={logOut}>
        <Icon name="out" />
        {t('Log out')}
      </MenuItem>
    </Menu>
  );
}
