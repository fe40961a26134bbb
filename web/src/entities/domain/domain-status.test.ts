import { describe, expect, it } from 'vitest';
import { aDomain, aPendingDomain } from '@/test/fixtures/domains';
import { pollDelay } from './domain-detail.queries';
import { domainStatus, isApex } from './domain-status';

const NOW = Date.parse('2026-11-22T12:00:00Z');

describe('domainStatus', () => {
  const valid = (expiresAt: string | null) => ({ state: 'valid', expiresAt, error: null }) as const;
  const without = { expiresAt: null, error: null };

  it.each([
    ['pending', aPendingDomain()],
    ['misconfigured', aDomain({ status: 'failing' })],
    ['issuing', aDomain({ certificate: { state: 'pending', ...without } })],
    ['certificate-failed', aDomain({ certificate: { state: 'failed', ...without } })],
    ['expiring', aDomain({ certificate: valid('2026-12-01T00:00:00Z') })],
    ['verified', aDomain({ certificate: valid('2027-02-01T00:00:00Z') })],
    ['verified', aDomain({ certificate: { state: 'none', ...without } })],
  ])('is %s', (status, domain) => {
    expect(domainStatus(domain, NOW)).toBe(status);
  });
});

describe('isApex', () => {
  it('is true for domains with address records', () => {
    const [, route] = aDomain().records;
    expect(isApex(aDomain())).toBe(false);
    expect(isApex(aDomain({ records: route ? [{ ...route, type: 'A' }] : [] }))).toBe(true);
  });
});

describe('pollDelay', () => {
  it('doubles from 5 seconds to a minute', () => {
    expect([0, 1, 2, 3, 4, 5, 9].map(pollDelay)).toEqual([5, 5, 10, 20, 40, 60, 60].map((seconds) => seconds * 1_000));
  });
});
