import type { IconName } from '@/shared/ui/icon';

export interface NavLink {
  to: string;
  label: string;
  icon: IconName;
  /** The second key after G. */
  key: string;
  /** Only this very path is current, not what lies below it. */
  exact?: boolean;
}

/** The sidebar's upper part: what the work is about. */
export const WORK_LINKS: readonly NavLink[] = [
  { to: '/dashboard', label: 'Dashboard', icon: 'home', key: 'h', exact: true },
  { to: '/dashboard/links', label: 'Links', icon: 'link', key: 'l' },
  { to: '/dashboard/analytics', label: 'Analytics', icon: 'chart', key: 'a' },
  { to: '/dashboard/qr-codes', label: 'QR Codes', icon: 'qr', key: 'q' },
];

/** The sidebar's lower part: the person and the workspace. */
export const SELF_LINKS: readonly NavLink[] = [
  { to: '/dashboard/account', label: 'Account', icon: 'user', key: 'u' },
  { to: '/dashboard/help', label: 'Help', icon: 'help', key: 'p' },
  { to: '/dashboard/settings', label: 'Settings', icon: 'gear', key: 's' },
];

/** The sheet of small screens: the same without Settings. */
export const MOBILE_LINKS: readonly NavLink[] = [
  ...WORK_LINKS,
  ...SELF_LINKS.filter(({ label }) => label !== 'Settings'),
];
