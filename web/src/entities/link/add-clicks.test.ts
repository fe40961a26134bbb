import { expect, it } from 'vitest';
import { aClick } from '@/test/fixtures/clicks';
import { aLink, summaryOf } from '@/test/fixtures/links';
import { addClicksToLinks } from './add-clicks';

const links = [
  { ...summaryOf(aLink({ alias: 'one', clickCount: 3 })), spark: [0, 2, 1] },
  summaryOf(aLink({ alias: 'two', clickCount: 9 })),
];

it('adds clicks by people to the count and to the last day of the sparkline', () => {
  const clicks = [
    aClick({ linkId: 'lnk_one' }),
    aClick({ linkId: 'lnk_one' }),
    aClick({ linkId: 'lnk_one', bot: true }),
  ];
  const [one, two] = addClicksToLinks(links, clicks);
  expect(one).toMatchObject({ clickCount: 5, spark: [0, 2, 3] });
  expect(two).toBe(links[1]);
});

it('returns the same list when no click belongs to it', () => {
  expect(addClicksToLinks(links, [aClick({ linkId: 'lnk_other' })])).toBe(links);
});
