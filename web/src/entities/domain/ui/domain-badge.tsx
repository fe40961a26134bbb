import { Badge } from '@/shared/ui/badge';
import type { Domain } from '../domain.types';
import { type DomainStatus, domainStatus } from '../domain-status';

const BADGES: Record<DomainStatus, { tone: 'hot' | 'ok' | 'bad'; text: string }> = {
  verified: { tone: 'ok', text: 'Verified' },
  pending: { tone: 'hot', text: 'Pending DNS' },
  misconfigured: { tone: 'bad', text: 'Misconfigured' },
  issuing: { tone: 'hot', text: 'Certificate issuing' },
  'certificate-failed': { tone: 'bad', text: 'Certificate failed' },
  expiring: { tone: 'hot', text: 'Expiring' },
};

/** The status of a domain's DNS records and certificate. */
export function DomainBadge({ domain }: { domain: Domain }) {
  const { tone, text } = BADGES[domainStatus(domain)];
  return <Badge tone={tone}>{text}</Badge>;
}
