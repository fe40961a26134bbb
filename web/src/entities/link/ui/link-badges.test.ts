import { describe, expect, it } from 'vitest';
import { aLink } from '@/test/fixtures/links';
import { linkStatusBadge } from './link-badges';

describe('linkStatusBadge', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');

  it.each([
    [{}, null],
    [{ expiresAt: '2026-11-22T13:00:00Z' }, { tone: 'hot', text: '2 days left' }],
    [{ expiresAt: '2026-11-21T10:00:00Z' }, { tone: 'hot', text: 'Ends tomorrow' }],
    [{ expiresAt: '2026-11-20T18:00:00Z' }, { tone: 'hot', text: 'Ends today' }],
    [{ expiresAt: '2027-11-20T18:00:00Z' }, null],
    [{ expiresAt: '2027-11-20T18:00:00Z', maxClicks: 5 }, { text: 'Limit 5 clicks' }],
    [{ maxClicks: 1000 }, { text: 'Limit 1,000 clicks' }],
    [{ status: 'archived' as const }, { text: 'Archived' }],
    [{ status: 'blocked' as const }, { tone: 'bad', text: 'Blocked' }],
    [{ status: 'scheduled' as const, startsAt: '2026-12-03T12:00:00Z' }, { text: 'Starts 3 Dec 2026' }],
  ])('%o', (own, badge) => expect(linkStatusBadge(aLink(own), 'UTC', now)).toEqual(badge));

  it('counts calendar days in the given zone', () => {
    const link = aLink({ expiresAt: '2026-11-20T18:00:00Z' }); // Saturday, 3:00 in Tokyo
    expect(linkStatusBadge(link, 'Asia/Tokyo', now)).toEqual({ tone: 'hot', text: 'Ends tomorrow' });
  });
});
