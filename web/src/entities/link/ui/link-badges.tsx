import { formatCount, formatDate, plural } from '@/shared/lib/format';
import { Badge } from '@/shared/ui/badge';
import { Icon, type IconName } from '@/shared/ui/icon';
import type { Link, LinkBase, LinkSummary } from '../link.types';
import './link.css';

const DAY = 86_400_000;
const SOON = 7 * DAY;

interface StatusBadgeProps {
  tone?: 'hot' | 'ok' | 'bad';
  text: string;
}

/** What is to be said about where a link stands, null for a link that simply works. */
export function linkStatusBadge(link: LinkBase, now: Date = new Date()): StatusBadgeProps | null {
  switch (link.status) {
    case 'archived':
      return { text: 'Archived' };
    case 'blocked':
      return { tone: 'bad', text: 'Blocked' };
    case 'expired':
      return { tone: 'bad', text: 'Expired' };
    case 'scheduled':
      return { text: link.startsAt ? `Starts ${formatDate(link.startsAt)}` : 'Scheduled' };
    case 'active':
      return expiryBadge(link, now);
  }
}

function expiryBadge(link: LinkBase, now: Date): StatusBadgeProps | null {
  const left = link.expiresAt ? Date.parse(link.expiresAt) - now.getTime() : Number.POSITIVE_INFINITY;
  if (left < DAY) return { tone: 'hot', text: 'Ends today' };
  if (left < SOON) return { tone: 'hot', text: `${plural(Math.floor(left / DAY), 'day')} left` };
  if (link.maxClicks) return { text: `at most ${formatCount(link.maxClicks)}` };
  return null;
}

/** The state of a link in a badge, where there is something to say. */
export function StatusBadge({ link }: { link: LinkBase }) {
  const mark = linkStatusBadge(link);
  return mark && <Badge tone={mark.tone}>{mark.text}</Badge>;
}

interface Trait {
  icon: IconName;
  says: string;
  /** Shown beside the icon. */
  text?: string;
}

/** How many rules and variants a link has, whether it was read alone or in a list. */
function routingCounts(link: Link | LinkSummary): { rules: number; variants: number } {
  if ('rules' in link) return { rules: link.rules.length, variants: link.split?.length ?? 0 };
  return { rules: link.ruleCount, variants: link.variantCount };
}

function traits(link: Link | LinkSummary): Trait[] {
  const { rules, variants } = routingCounts(link);
  return [
    ...(link.hasPassword ? [{ icon: 'lock' as const, says: 'Asks for a password' }] : []),
    ...(rules > 0 ? [{ icon: 'split' as const, says: plural(rules, 'rule') }] : []),
    ...(variants > 0
      ? [
          {
            icon: 'shuffle' as const,
            says: `A/B split: ${plural(variants, 'variant')}`,
            text: `A/B · ${variants}`,
          },
        ]
      : []),
    ...(link.expiresAt ? [{ icon: 'clock' as const, says: `Ends ${formatDate(link.expiresAt)}` }] : []),
  ];
}

/** Small signs for a password, rules, a split and an end. */
export function LinkTraits({ link }: { link: Link | LinkSummary }) {
  return traits(link).map(({ icon, says, text }) => (
    <span key={icon} className="link-trait" title={says}>
      <Icon name={icon} />
      {text && <span aria-hidden="true">{text}</span>}
      <span className="ui-sr-only">{says}</span>
    </span>
  ));
}
