import { describe, expect, it } from 'vitest';
import { aLink } from '@/test/fixtures/links';
import { destinationLetter, isWebAddress, shortDestination, withScheme } from './destination';
import { linkStatusBadge } from './ui/link-badges';

describe('the scheme of a typed address', () => {
  it.each([
    ['shop.example/new', 'https://shop.example/new'],
    ['  shop.example ', 'https://shop.example'],
    ['localhost:3000/x', 'https://localhost:3000/x'],
    ['http://shop.example', 'http://shop.example'],
    ['HTTPS://shop.example', 'HTTPS://shop.example'],
    ['mailto:ada@example.com', 'mailto:ada@example.com'],
    ['tel:+351211', 'tel:+351211'],
    ['oatstreet://linen', 'oatstreet://linen'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
    ['not an address', 'not an address'],
    ['', ''],
  ])('%j becomes %j', (typed, sent) => expect(withScheme(typed)).toBe(sent));
});

describe('pasted text', () => {
  it.each([
    ['https://shop.example/a?b=c', true],
    [' https://shop.example\n', true],
    ['shop.example', false],
    ['see https://shop.example', false],
    ['https://', false],
    ['ftp://shop.example', false],
  ])('%j is an address: %s', (text, is) => expect(isWebAddress(text)).toBe(is));
});

describe('a destination in a list', () => {
  it.each([
    ['https://www.shop.example/', 'shop.example', 'S'],
    ['http://shop.example/a/', 'shop.example/a/', 'S'],
    ['mailto:ada@example.com', 'mailto:ada@example.com', 'M'],
    ['https://ärzte.example', 'ärzte.example', 'Ä'],
  ])('%s', (url, short, letter) => {
    expect(shortDestination(url)).toBe(short);
    expect(destinationLetter(url)).toBe(letter);
  });
});

describe('what is said about a link', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  it.each([
    [{}, null],
    [{ expiresAt: '2026-11-22T13:00:00Z' }, { tone: 'hot', text: '2 days left' }],
    [{ expiresAt: '2026-11-20T18:00:00Z' }, { tone: 'hot', text: 'Ends today' }],
    [{ expiresAt: '2027-11-20T18:00:00Z' }, null],
    [{ maxClicks: 1000 }, { text: 'at most 1,000' }],
    [{ status: 'archived' as const }, { text: 'Archived' }],
    [{ status: 'blocked' as const }, { tone: 'bad', text: 'Blocked' }],
    [{ status: 'scheduled' as const, startsAt: '2026-12-03T12:00:00Z' }, { text: 'Starts 3 Dec 2026' }],
  ])('%o', (own, mark) => expect(linkStatusBadge(aLink(own), now)).toEqual(mark));
});
