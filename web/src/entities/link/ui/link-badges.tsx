import { useEntryZone } from '@/entities/workspace/use-workspace-zone';
import { formatDate, plural } from '@/shared/lib/format';
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
      return { text: 'Archived' };
    case 'blocked':
      return { tone: 'bad', text: 'Blocked' };
    case 'expired':
      return { tone: 'bad', text: 'Expired' };
    case 'scheduled':
      return { text: link.startsAt ? `Starts ${formatDate(link.startsAt, zone)}` : 'Scheduled' };
    case 'active':
      return expiryBadge(link, zone, now) ?? clickLimitBadge(link);
  }
}

function expiryBadge({ expiresAt }: LinkBase, zone: string, now: number): StatusBadgeProps | null {
  if (!expiresAt) return null;
  const days = daysBetween(dayOf(now, zone), dayOf(Date.parse(expiresAt), zone));
  if (days > EXPIRES_SOON_DAYS) return null;
  if (days === 0) return { tone: 'hot', text: 'Ends today' };
  return { tone: 'hot', text: days === 1 ? 'Ends tomorrow' : `${plural(days, 'day')} left` };
}

function clickLimitBadge({ maxClicks }: LinkBase): StatusBadgeProps | null {
  return maxClicks ? { text: `Limit ${plural(maxClicks, 'click')}` } : null;
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
    ...(link.hasPassword ? [{ icon: 'lock' as const, label: 'Password protected' }] : []),
    ...(rules > 0 ? [{ icon: 'split' as const, label: plural(rules, 'rule') }] : []),
    ...(variants > 0
      ? [
          {
            icon: 'shuffle' as const,
            label: `A/B split: ${plural(variants, 'variant')}`,
            text: `A/B · ${variants}`,
          },
        ]
      : []),
    ...(link.expiresAt ? [{ icon: 'clock' as const, label: `Ends ${formatDate(link.expiresAt, zone)}` }] : []),
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
