import { SHORTENERS } from '@/shared/data/shorteners';
import { t } from '@/shared/i18n/t';

/** A screen that no shortcut opens, with further words that find it. */
export interface Place {
  label: string;
  keywords: string;
  to: string;
}

/** The screens below the navigation, in the order of the palette. */
export const PLACES: readonly Place[] = [
  { label: t('Members'), keywords: 'people team roles invite invitations', to: '/dashboard/settings/members' },
  { label: t('Import links'), keywords: 'csv bitly dub upload migrate', to: '/dashboard/settings/import' },
  { label: t('Jobs'), keywords: 'imports exports downloads', to: '/dashboard/settings/jobs' },
  { label: t('Tags and folders'), keywords: 'labels colors', to: '/dashboard/settings' },
  { label: t('UTM templates'), keywords: 'campaign conventions parameters', to: '/dashboard/settings' },
  { label: t('Workspace name and time zone'), keywords: 'rename settings retention', to: '/dashboard/settings' },
  { label: t('API keys'), keywords: 'tokens scopes developer', to: '/dashboard/settings/api-keys' },
  {
    label: t('Integrations'),
    keywords: `browser phone bookmarklet extension plugin clients ${SHORTENERS.map(({ name }) => name).join(' ')}`,
    to: '/dashboard/settings/integrations',
  },
  { label: t('Webhooks'), keywords: 'events integrations developer', to: '/dashboard/settings/webhooks' },
  { label: t('Single sign-on'), keywords: 'sso oidc openid', to: '/dashboard/settings/single-sign-on' },
  { label: t('Audit log'), keywords: 'history changes security', to: '/dashboard/settings/audit-log' },
  { label: t('Add domain'), keywords: 'custom host dns', to: '/dashboard/domains/new' },
  { label: t('Design a QR code'), keywords: 'studio new', to: '/dashboard/qr-codes/new' },
  { label: t('Profile'), keywords: 'name email phone account', to: '/dashboard/account' },
  {
    label: t('Password and sign-in'),
    keywords: 'security passkeys two-factor sessions devices account',
    to: '/dashboard/account',
  },
  { label: t('Notifications'), keywords: 'email alerts preferences account', to: '/dashboard/account' },
];

/** The screen of an install with plans. */
export const BILLING: Place = {
  label: t('Plan and billing'),
  keywords: 'upgrade subscription invoices limits usage',
  to: '/dashboard/settings/billing',
};

/** The screen of operators. */
export const OPERATOR: Place = {
  label: t('Operator'),
  keywords: 'admin server install health users workspaces',
  to: '/dashboard/admin',
};
