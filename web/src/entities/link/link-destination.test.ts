import { describe, expect, it } from 'vitest';
import { aLink, summaryOf } from '@/test/fixtures/links';
import { linkDestination, summaryDestination } from './link-destination';

const split = [
  { url: 'https://www.a.example/one', weight: 70 },
  { url: 'https://b.example/', weight: 30 },
];

describe('summaryDestination', () => {
  it.each([{ split: null }, { split }])('shows of a summary what is shown of its link', (own) => {
    const link = aLink(own);
    expect(summaryDestination(summaryOf(link))).toEqual(linkDestination(link));
  });

  it('opens the preview page when the address of the first variant is cut', () => {
    const link = summaryOf(aLink());
    const variants = [{ address: 'https://a.example/aaa…', weight: 100 }];
    expect(summaryDestination({ ...link, variants })).toMatchObject({
      href: 'http://localhost:8080/launch+',
      iconUrl: 'https://a.example/aaa…',
      text: 'a.example/aaa…',
    });
  });
});
