import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { api } from '@/shared/api/client';
import { activeWorkspaceId, workspaceKey } from '@/shared/api/workspace-key';
import { sessionStore } from '@/shared/lib/session-store';
import { server } from '@/test/server';
import { switchWorkspace } from './switch-workspace';

beforeEach(() => sessionStore.save({ email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' }, 'token'));
afterEach(() => sessionStore.clear());

it('changes every cache key of a workspace', () => {
  const before = workspaceKey('links');
  switchWorkspace('wsp_2');
  expect(activeWorkspaceId()).toBe('wsp_2');
  expect(workspaceKey('links')).toEqual(['workspace', 'wsp_2', 'links']);
  expect(workspaceKey('links')).not.toEqual(before);
  switchWorkspace(undefined);
  expect(workspaceKey('links')).toEqual(before);
});

it('names the active workspace in requests, except in those of the user', async () => {
  const sent: (string | null)[] = [];
  const record = ({ request }: { request: Request }) => {
    sent.push(request.headers.get('Linnet-Workspace'));
    return HttpResponse.json({ items: [], nextCursor: null, total: 0 });
  };
  server.use(http.get('*/api/v1/tags', record), http.get('*/api/v1/workspaces', record));
  await api.GET('/tags');
  switchWorkspace('wsp_2');
  await api.GET('/tags');
  await api.GET('/workspaces');
  expect(sent).toEqual([null, 'wsp_2', null]);
});
