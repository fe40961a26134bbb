import { useMutation, useQueryClient } from '@tanstack/react-query';
import { workspaceKeys } from '@/entities/workspace/workspace.queries';
import { api, body } from '@/shared/api/client';
import type { Domain } from './domain.types';
import { storeLastDomain } from './last-domain';

/**
 * Makes a domain that of new links for all members of the workspace, and for this browser, whatever domain its last link
 * is on.
 */
export function useChooseNewLinkDomain() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, isDefault }: Domain) =>
      body(
        api.PATCH('/workspaces/{id}', {
          params: { path: { id: 'current' } },
          body: { defaultDomainId: isDefault ? null : id },
        }),
      ),
    onSuccess: (workspace) => {
      queries.setQueryData(workspaceKeys.current, workspace);
      storeLastDomain('');
    },
  });
}
