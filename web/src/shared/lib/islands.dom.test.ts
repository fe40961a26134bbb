import { afterEach, describe, expect, it, vi } from 'vitest';
import { part, startIslands } from './islands';

afterEach(() => document.body.replaceChildren());

describe('startIslands', () => {
  it('gives each element the island that it names', () => {
    document.body.innerHTML = '<p data-island="clock"></p><p>plain</p><p data-island="clock"></p>';
    const clock = vi.fn();
    startIslands({ clock, unused: () => expect.fail('not on the page') });
    expect(clock.mock.calls.map(([root]) => root)).toEqual([...document.querySelectorAll('[data-island]')]);
  });

  it('throws for a name that is not registered', () => {
    document.body.innerHTML = '<p data-island="unknown"></p>';
    expect(() => startIslands({})).toThrow('unknown');
  });
});

describe('part', () => {
  it('finds a part by name and type', () => {
    document.body.innerHTML = '<p data-island="form"><button data-part="send"></button></p>';
    expect(part(document.body, 'send', HTMLButtonElement)).toBe(document.querySelector('button'));
  });

  it('throws when the markup has no such part', () => {
    document.body.innerHTML = '<p data-part="send"></p>';
    expect(() => part(document.body, 'send', HTMLButtonElement)).toThrow('send');
    expect(() => part(document.body, 'other', HTMLElement)).toThrow('other');
  });
});
