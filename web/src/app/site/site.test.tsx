import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { expectAccessible } from '@/test/axe';
import { mountIslands } from '@/test/island';
import { NotFound } from '../not-found';
import { ISLANDS } from './islands';
import { renderPage, SITE_PATHS } from './render';

describe('the public pages', () => {
  const pages = [...SITE_PATHS, '/404'].map((path) => ({ path, ...renderPage(path) }));

  it('name registered islands only, and all of them', () => {
    const named = pages.flatMap(({ body }) => [...body.matchAll(/data-island="([^"]*)"/g)].map(([, name]) => name));
    expect([...new Set(named)].sort()).toEqual(Object.keys(ISLANDS).sort());
  });

  it('put their metadata into the head', () => {
    for (const { path, head, body } of pages) {
      expect(head, path).toMatch(/<title>[^<]*Linnet[^<]*<\/title>/);
      expect(body, path).not.toMatch(/<(title|meta|link)\b/);
      if (path !== '/404') expect(head, path).toContain('<meta name="description"');
    }
  });
});

describe('the not-found page', () => {
  it('AC-21, AC-22: says so, leads home, and logs the path', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    history.replaceState(null, '', '/no/such');
    mountIslands(<NotFound />, ISLANDS);
    expect(screen.getByRole('heading', { name: '404' })).toBeInTheDocument();
    expect(screen.getByText('Oops! Page not found')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
    expect(log.mock.calls.flat().join(' ')).toContain('/no/such');
    await expectAccessible(document.body);
  });
});
