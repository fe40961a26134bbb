import { t } from '@/shared/i18n/t';
import { Badge } from '@/shared/ui/badge';
import type { Domain } from '../domain.types';
import { type DomainStatus, domainStatus } from '../domain-status';

const BADGES: Record<DomainStatus, { tone: 'hot' | 'ok' | 'bad'; text: string }> = {
  verified: { tone: 'ok', text: t('Verified') },
  pending: { tone: 'hot', text: t('Pending DNS') },
  misconfigured: { tone: 'bad', text: t('Misconfigured') },
  issuing: { tone: 'hot', text: t('Certificate issuing') },
  'certificate-failed': { tone: 'bad', text: t('Certificate failed') },
  expiring: { tone: 'hot', text: t('Expiring') },
};

/** The status of a domain's DNS records and certificate. */
export function DomainBadge({ domain }: { domain: Domain }) {
  const { tone, text } = BADGES[domainStatus(domain)];
  return <Badge tone={tone}>{text}</Badge>;
}
