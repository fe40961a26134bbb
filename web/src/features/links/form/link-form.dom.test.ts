import { describe, expect, it } from 'vitest';
import { fromLocalInput, toLocalInput } from '@/shared/lib/local-time';
import { aLink } from '@/test/fixtures/links';
import { finalUrl, stripTrackers } from '../preview/final-url';
import { followDestination, isDestinationUnused } from '../rules/split';
import { clearDraft, readDraft, saveDraft } from './link-draft';
import { emptyForm, linkForm, toCreate, toForm, toUpdate } from './link-form.schema';
import { randomAlias, suggestAliases, toAlias } from './suggest-aliases';

const NO_UTM = emptyForm().utm;
const joined = (url: string, utm: Partial<typeof NO_UTM>) =>
  finalUrl(url, { ...NO_UTM, ...utm })
    .map((part) => part.text)
    .join('');

describe('toCreate', () => {
  it('includes only filled-in fields', () => {
    expect(toCreate({ ...emptyForm('shop.example'), alias: ' /linen ' }, 'UTC')).toEqual({
      url: 'https://shop.example',
      alias: 'linen',
    });
  });
  it('converts numbers and times, and sends all campaign parameters together', () => {
    const form = {
      ...emptyForm('https://shop.example'),
      utm: { ...NO_UTM, source: ' poster ' },
      maxClicks: '100',
      expiresAt: '2027-05-31T18:00',
      password: ' with spaces ',
      redirectStatus: '301' as const,
    };
    expect(toCreate(form, 'UTC')).toEqual({
      url: 'https://shop.example',
      utm: { source: 'poster', medium: null, campaign: null, term: null, content: null, ref: null },
      maxClicks: 100,
      expiresAt: new Date('2027-05-31T18:00').toISOString(),
      password: ' with spaces ',
      redirectStatus: 301,
    });
  });
});

describe('toUpdate', () => {
  const base = toForm(aLink({ title: 'Linen', tags: ['spring'], maxClicks: 10, hasPassword: true }), 'UTC');
  it('is empty when nothing changed', () => expect(toUpdate(base, base, 'UTC')).toEqual({}));
  it('sends null for emptied fields, but never for the alias', () => {
    expect(toUpdate({ ...base, title: '', maxClicks: '', alias: '' }, base, 'UTC')).toEqual({
      title: null,
      maxClicks: null,
    });
  });
  it('sends the password only when it is replaced or removed', () => {
    expect(toUpdate({ ...base, password: 'new' }, base, 'UTC')).toEqual({ password: 'new' });
    expect(toUpdate({ ...base, password: 'new', dropPassword: true }, base, 'UTC')).toEqual({ password: null });
  });
});

describe('linkForm', () => {
  const issues = (form: object) =>
    linkForm.safeParse({ ...emptyForm('https://a.example'), ...form }).error?.issues ?? [];
  it.each([
    [{ url: '  ' }, 'url', 'Enter a destination URL.'],
    [{ maxClicks: '0' }, 'maxClicks', 'Enter a whole number of at least 1.'],
    [{ maxClicks: '1.5' }, 'maxClicks', 'Enter a whole number of at least 1.'],
    [
      { startsAt: '2027-01-02T00:00', expiresAt: '2027-01-01T00:00' },
      'expiresAt',
      'The end date must be after the start date.',
    ],
  ])('rejects %o', (form, field, message) => {
    expect(issues(form).map((issue) => [issue.path.join('.'), issue.message])).toEqual([[field, message]]);
  });
  it('accepts other values', () => expect(issues({ maxClicks: '1', alias: 'ö' })).toEqual([]));
});

describe('finalUrl', () => {
  it.each([
    ['https://a.example', { source: 'x' }, 'https://a.example?utm_source=x'],
    ['https://a.example/?b=1#top', { source: 'x y' }, 'https://a.example/?b=1&utm_source=x%20y#top'],
    ['https://a.example/?utm_source=old&b', { source: 'new' }, 'https://a.example/?utm_source=new&b'],
    ['https://a.example/?empty', { ref: 'r' }, 'https://a.example/?empty&ref=r'],
    ['https://a.example/%2F?q=%20', {}, 'https://a.example/%2F?q=%20'],
  ])('merges %s with %o', (url, utm, whole) => expect(joined(url, utm)).toBe(whole));
  it('flags added parts', () => {
    const added = finalUrl('https://a.example?b=1', { ...NO_UTM, medium: 'print' }).filter((part) => part.added);
    expect(added.map((part) => part.text)).toEqual(['utm_medium=print']);
  });
  it.each([
    ['https://a.example/?fbclid=1&b=2&gclid=3#x', 'https://a.example/?b=2#x', 2],
    ['https://a.example/?fbclid=1', 'https://a.example/', 1],
    ['https://a.example/?b=2&&c', 'https://a.example/?b=2&&c', 0],
  ])('is stripped of click ids: %s', (url, clean, count) => expect(stripTrackers(url)).toEqual({ url: clean, count }));
});

describe('alias suggestions', () => {
  it('come from titles and paths, in any script', () => {
    expect(toAlias('Leinen für den Frühling')).toBe('leinen-für-den-frühling');
    expect(suggestAliases('Linen, spring', 'https://shop.example/collections/spring-27.html')).toEqual([
      'linen-spring',
      'spring-27',
      'shop-spring-27',
    ]);
    expect(suggestAliases('', 'no address')).toEqual([]);
  });
  it('have 7 characters without look-alikes when random', () => {
    for (let i = 0; i < 50; i += 1) expect(randomAlias()).toMatch(/^[a-hjkmnp-z2-9]{7}$/);
  });
});

describe('local input times', () => {
  it('convert to the input value and back without loss', () => {
    const time = '2027-05-31T18:05:00.000Z';
    for (const zone of ['UTC', 'Asia/Kolkata', 'America/St_Johns']) {
      expect(fromLocalInput(toLocalInput(time, zone), zone)).toBe(time);
    }
    expect(toLocalInput(null, 'UTC')).toBe('');
    expect(fromLocalInput('', 'UTC')).toBeNull();
  });

  it('respect the zone’s daylight saving time and its transitions', () => {
    expect(toLocalInput('2027-01-01T08:00:00Z', 'Europe/Berlin')).toBe('2027-01-01T09:00');
    expect(fromLocalInput('2027-07-01T09:00', 'Europe/Berlin')).toBe('2027-07-01T07:00:00.000Z');
    // 02:30 does not exist on 28 March and exists twice on 31 October.
    expect(fromLocalInput('2027-03-28T02:30', 'Europe/Berlin')).toBe('2027-03-28T01:30:00.000Z');
    expect(fromLocalInput('2027-10-31T02:30', 'Europe/Berlin')).toBe('2027-10-31T00:30:00.000Z');
  });
});

describe('split and destination', () => {
  const split = [
    { url: 'https://shop.example/old', weight: 50 },
    { url: 'https://shop.example/b', weight: 50 },
  ];
  const urlsAfter = (url: string, destination: string) => {
    const { split: branches } = toForm(aLink({ url, split }), 'UTC');
    return followDestination(branches, destination).map((branch) => branch.url);
  };

  it('updates the variant that equals the destination', () => {
    expect(urlsAfter('https://shop.example/old', 'shop.example/new')).toEqual(['shop.example/new', split[1]?.url]);
  });
  it('leaves the split unchanged when no variant equals the destination', () => {
    expect(urlsAfter('https://shop.example/other', 'shop.example/new')).toEqual(split.map(({ url }) => url));
  });
  it('ignores a variant that equals the destination only while typing', () => {
    const { split: branches } = toForm(aLink({ url: 'https://shop.example/old', split }), 'UTC');
    const passed = followDestination(followDestination(branches, 'https://shop.example/b'), 'https://shop.example/bc');
    expect(passed.map(({ url }) => url)).toEqual(['https://shop.example/bc', 'https://shop.example/b']);
  });
  it('reports whether a variant uses the destination', () => {
    const { split: branches } = toForm(aLink({ split }), 'UTC');
    expect(isDestinationUnused(branches, 'shop.example/b')).toBe(false);
    expect(isDestinationUnused(branches, 'shop.example/c')).toBe(true);
    expect(isDestinationUnused([], 'shop.example/c')).toBe(false);
  });
});

describe('draft', () => {
  it('is stored per tab, without the password', () => {
    saveDraft({ ...emptyForm('https://a.example'), password: 'secret' });
    expect(readDraft()).toEqual(emptyForm('https://a.example'));
    expect(localStorage).toHaveLength(0);
    clearDraft();
    expect(readDraft()).toBeNull();
  });
});
