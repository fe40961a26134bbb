import { describe, expect, it } from 'vitest';
import { destinationLetter, isWebAddress, shortDestination, shortLinkText, withScheme } from './destination';

describe('withScheme', () => {
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

describe('isWebAddress', () => {
  it.each([
    ['https://shop.example/a?b=c', true],
    [' https://shop.example\n', true],
    ['shop.example', false],
    ['see https://shop.example', false],
    ['https://', false],
    ['ftp://shop.example', false],
  ])('of %j is %s', (text, is) => expect(isWebAddress(text)).toBe(is));
});

describe('shortDestination and destinationLetter', () => {
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

it('shortLinkText has no percent codes', () => {
  expect(shortLinkText({ domain: 'localhost:8080', alias: 'frühling/🎉' })).toBe('localhost:8080/frühling/🎉');
});
