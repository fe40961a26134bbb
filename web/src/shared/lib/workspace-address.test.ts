import { describe, expect, it } from 'vitest';
import { dashboardAddress, withoutWorkspace, workspaceOf } from './workspace-address';

describe('the workspace in an address of the dashboard', () => {
  it.each([
    ['/dashboard', undefined, '/dashboard'],
    ['/dashboard/links/lnk_1', undefined, '/dashboard/links/lnk_1'],
    ['/dashboard/w/wsp_2', 'wsp_2', '/dashboard'],
    ['/dashboard/w/wsp_2/', 'wsp_2', '/dashboard/'],
    ['/dashboard/w/wsp_2/links/lnk_1', 'wsp_2', '/dashboard/links/lnk_1'],
    ['/dashboard/w/', undefined, '/dashboard/w/'],
    ['/dashboard/w/a%2Fb/links', undefined, '/dashboard/w/a%2Fb/links'],
    ['/dashboard/web/wsp_2', undefined, '/dashboard/web/wsp_2'],
    ['/login', undefined, '/login'],
    ['/x/dashboard/w/wsp_2', undefined, '/x/dashboard/w/wsp_2'],
  ])('%s is of %s, with the path %s', (address, workspace, path) => {
    expect(workspaceOf(address)).toBe(workspace);
    expect(withoutWorkspace(address)).toBe(path);
  });

  it.each([
    [undefined, '/dashboard/links', '/dashboard/links'],
    ['wsp_2', '/dashboard', '/dashboard/w/wsp_2'],
    ['wsp_2', '/dashboard?new=link', '/dashboard/w/wsp_2?new=link'],
    ['wsp_2', '/dashboard/links/lnk_1?tab=rules#top', '/dashboard/w/wsp_2/links/lnk_1?tab=rules#top'],
    ['wsp_2', '/dashboard/w/wsp_1/links', '/dashboard/w/wsp_1/links'],
    ['wsp_2', '/dashboard/w/wsp_1?new=link', '/dashboard/w/wsp_1?new=link'],
    ['wsp_2', '/dashboardish', '/dashboardish'],
    ['wsp_2', '/login', '/login'],
  ])('adds %s to %s', (workspace, path, address) => {
    expect(dashboardAddress(workspace, path)).toBe(address);
  });
});
