import { t } from '@/shared/i18n/t';
import type { IconName } from '@/shared/ui/icon';

export interface NavLink {
  to: string;
  label: string;
  icon: IconName;
  /** The key after G in the shortcut. */
  key: string;
  /** Current only on the exact path, not on paths below it. */
  exact?: boolean;
}

/** The upper part of the sidebar. */
export const WORK_LINKS: readonly NavLink[] = [
  { to: '/dashboard', label: t('Dashboard'), icon: 'home', key: 'h', exact: true },
  { to: '/dashboard/links', label: t('Links'), icon: 'link', key: 'l' },
  { to: '/dashboard/analytics', label: t('Analytics'), icon: 'chart', key: 'a' },
  { to: '/dashboard/qr-codes', label: t('QR Codes'), icon: 'qr', key: 'q' },
];

/** The lower part of the sidebar: account and workspace. */
export const SELF_LINKS: readonly NavLink[] = [
  { to: '/dashboard/account', label: t('Account'), icon: 'user', key: 'u' },
  { to: '/dashboard/help', label: t('Help'), icon: 'help', key: 'p' },
  { to: '/dashboard/settings', label: t('Settings'), icon: 'gear', key: 's' },
];

/** Below both parts. */
export const MORE_LINKS: readonly NavLink[] = [
  { to: '/dashboard/bio-pages', label: t('Bio pages'), icon: 'page', key: 'b' },
  { to: '/dashboard/domains', label: t('Domains'), icon: 'globe', key: 'd' },
];

/** The links of small screens: all except Settings. */
export const MOBILE_LINKS: readonly NavLink[] = [
  ...WORK_LINKS,
  ...SELF_LINKS.filter(({ label }) => label !== 'Settings'),
];
