import type { DnsRecord, Domain } from './domain.types';

/** A certificate that expires sooner than this was not renewed on time. */
const EXPIRES_SOON_MS = 14 * 86_400_000;

export type DomainStatus = 'verified' | 'pending' | 'misconfigured' | 'issuing' | 'certificate-failed' | 'expiring';

/** The most urgent state of a domain: of its DNS records first, then of its certificate. */
export function domainStatus({ status, certificate }: Domain, now: number = Date.now()): DomainStatus {
  if (status === 'pending') return 'pending';
  if (status === 'failing') return 'misconfigured';
  switch (certificate.state) {
    case 'pending':
      return 'issuing';
    case 'failed':
      return 'certificate-failed';
    case 'valid':
      return expiresSoon(certificate.expiresAt, now) ? 'expiring' : 'verified';
    case 'none':
      return 'verified';
  }
}

function expiresSoon(expiresAt: string | null, now: number): boolean {
  return expiresAt !== null && Date.parse(expiresAt) - now < EXPIRES_SOON_MS;
}

/** The records that the last check did not find as expected. */
export function pendingRecords({ records }: Domain): DnsRecord[] {
  return records.filter(({ ok }) => !ok);
}

/** Whether the host is the apex of its zone, which cannot have a CNAME record. */
export function isApex({ records }: Domain): boolean {
  return records.some(({ purpose, type }) => purpose === 'route' && type !== 'CNAME');
}
