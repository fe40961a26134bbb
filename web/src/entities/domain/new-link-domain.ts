import { useQuery } from '@tanstack/react-query';
import { currentWorkspace } from '@/entities/workspace/workspace.queries';
import { domains } from './domain.queries';
import type { Domain } from './domain.types';

/**
 * Returns the domain of new links for which none is chosen: that of the workspace, else the default domain. Undefined
 * while loading, and without `enabled`; the API uses the same domain when none is sent.
 */
export function useNewLinkDomain(enabled = true): Domain | undefined {
  const { data: usable } = useQuery({ ...domains(), enabled });
  const { data: workspace } = useQuery({ ...currentWorkspace(), enabled });
  if (!usable || !workspace) return undefined;
  return usable.find(({ id }) => id === workspace.defaultDomainId) ?? usable.find(({ isDefault }) => isDefault);
}
