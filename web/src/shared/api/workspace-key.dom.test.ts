import { HttpResponse, http } from 'msw';
import { afterEach, expect, it } from 'vitest';
import { api } from '@/shared/api/client';
import { server } from '@/test/server';
import { activeWorkspaceId, workspaceKey } from './workspace-key';

const visit = (path: string) => history.replaceState(null, '', path);

afterEach(() => visit('/'));

it('takes the workspace of every cache key from the address', () => {
  visit('/dashboard/links');
  const first = workspaceKey('links');
  expect(activeWorkspaceId()).toBe('current');
  visit('/dashboard/w/wsp_2/links');
  expect(activeWorkspaceId()).toBe('wsp_2');
  expect(workspaceKey('links')).toEqual(['workspace', 'wsp_2', 'links']);
  expect(workspaceKey('links')).not.toEqual(first);
});

it('names the workspace of the address in requests, except in those of the user', async () => {
  const sent: (string | null)[] = [];
  const record = ({ request }: { request: Request }) => {
    sent.push(request.headers.get('Linnet-Workspace'));
    return HttpResponse.json({ items: [], nextCursor: null, total: 0 });
  };
  server.use(http.get('*/api/v1/tags', record), http.get('*/api/v1/workspaces', record));
  visit('/dashboard');
  await api.GET('/tags');
  visit('/dashboard/w/wsp_2');
  await api.GET('/tags');
  await api.GET('/workspaces');
  expect(sent).toEqual([null, 'wsp_2', null]);
});
