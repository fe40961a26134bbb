import { queryOptions } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import { workspaceKey } from '@/shared/api/workspace-key';

export type SignOnSettings = components['schemas']['SignOnSettings'];
export type SignOnConnection = components['schemas']['SignOnConnection'];

export const signOnKey = () => workspaceKey('single-sign-on');

/** The single sign-on of the workspace; for owners and admins. */
export function signOnSettings() {
  return queryOptions({
    queryKey: signOnKey(),
    queryFn: ({ signal }) => body(api.GET('/single-sign-on', { signal })),
  });
}
