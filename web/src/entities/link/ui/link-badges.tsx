import { useEntryZone } from '@/entities/workspace/use-workspace-zone';
import { t } from '@/shared/i18n/t';
import { formatDate } from '@/shared/lib/format';
import { dayOf, daysBetween } from '@/shared/lib/zoned';
import { Badge } from '@/shared/ui/badge';
import { Icon, type IconName } from '@/shared/ui/icon';
import type { Link, LinkBase, LinkSummary } from '../link.types';
import './link.css';

/** Links that end within as many days have a badge. */
const EXPIRES_SOON_DAYS = 7;

interface StatusBadgeProps {
  tone?: 'hot' | 'ok' | 'bad';
  text: string;
}

/** The badge of a link's status, null for an active link without limits. Days are calendar days in `zone`. */
export function linkStatusBadge(link: LinkBase, zone: string, now: number = Date.now()): StatusBadgeProps | null {
  switch (link.status) {
    case 'archived':
      return { text: t('Archived') };
    case 'blocked':
      return { tone: 'bad', text: t('Blocked') };
    case 'expired':
      return { tone: 'bad', text: t('Expired') };
    case 'scheduled':
      return {
        text: link.startsAt ? t('Starts {date}', { date: formatDate(link.startsAt, zone) }) : t('Scheduled'),
      };
    case 'active':
      return expiryBadge(link, zone, now) ?? clickLimitBadge(link);
  }
}

function expiryBadge({ expiresAt }: LinkBase, zone: string, now: number): StatusBadgeProps | null {
  if (!expiresAt) return null;
  const days = daysBetween(dayOf(now, zone), dayOf(Date.parse(expiresAt), zone));
  if (days > EXPIRES_SOON_DAYS) return null;
  if (days === 0) return { tone: 'hot', text: t('Ends today') };
  return {
    tone: 'hot',
    text: days === 1 ? t('Ends tomorrow') : t('{count, plural, one {# day} other {# days}} left', { count: days }),
  };
}

function clickLimitBadge({ maxClicks }: LinkBase): StatusBadgeProps | null {
  return maxClicks ? { text: t('Limit {count, plural, one {# click} other {# clicks}}', { count: maxClicks }) } : null;
}

/** The status of a link, unless it is active without limits. */
export function StatusBadge({ link }: { link: LinkBase }) {
  const zone = useEntryZone();
  const badge = linkStatusBadge(link, zone);
  return badge && <Badge tone={badge.tone}>{badge.text}</Badge>;
}

interface Trait {
  icon: IconName;
  label: string;
  /** Shown beside the icon. */
  text?: string;
}

/** The number of rules and variants of a link or of its summary. */
function routingCounts(link: Link | LinkSummary): { rules: number; variants: number } {
  if ('rules' in link) return { rules: link.rules.length, variants: link.split?.length ?? 0 };
  return { rules: link.ruleCount, variants: link.variantCount };
}

function traits(link: Link | LinkSummary, zone: string): Trait[] {
  const { rules, variants } = routingCounts(link);
  return [
    ...(link.hasPassword ? [{ icon: 'lock' as const, label: t('Password protected') }] : []),
    ...(rules > 0
      ? [{ icon: 'split' as const, label: t('{count, plural, one {# rule} other {# rules}}', { count: rules }) }]
      : []),
    ...(variants > 0
      ? [
          {
            icon: 'shuffle' as const,
            label: t('A/B split: {count, plural, one {# variant} other {# variants}}', { count: variants }),
            text: `A/B · ${variants}`,
          },
        ]
      : []),
    ...(link.expiresAt
      ? [{ icon: 'clock' as const, label: t('Ends {date}', { date: formatDate(link.expiresAt, zone) }) }]
      : []),
  ];
}

/** Icons for a password, rules, an A/B split and an end date. */
export function LinkTraits({ link }: { link: Link | LinkSummary }) {
  const zone = useEntryZone();
  return traits(link, zone).map(({ icon, label, text }) => (
    <span key={icon} className="link-trait" title={label}>
      <Icon name={icon} />
      {text && <span aria-hidden="true">{text}</span>}
      <span className="ui-sr-only">{label}</span>
    </span>
  ));
}
