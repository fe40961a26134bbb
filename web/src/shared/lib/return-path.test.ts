import { describe, expect, it } from 'vitest';
import { safeReturnPath } from './return-path';

const ORIGIN = 'https://lnt.example';

describe('the place to come back to', () => {
  it.each([
    ['/dashboard', '/dashboard'],
    ['/dashboard/links?q=a%20b&tag=x#row-3', '/dashboard/links?q=a%20b&tag=x#row-3'],
    ['/dashboard/w/wsp_2/links', '/dashboard/w/wsp_2/links'],
    ['/invite/abc', '/invite/abc'],
    ['/dashboardish', null],
    ['/invite', null],
    ['/login', null],
    ['/', null],
    ['//evil.example/dashboard', null],
    ['/\\evil.example/dashboard', null],
    ['\\/evil.example/dashboard', null],
    ['https://evil.example/dashboard', null],
    ['javascript:alert(1)', null],
    ['/dashboard/../../login', null],
    ['', null],
    [undefined, null],
    [{ href: '/dashboard' }, null],
  ])('AC-17: %j leads to %j', (from, to) => {
    expect(safeReturnPath(from, ORIGIN)).toBe(to);
  });
});
