import { useQuery } from '@tanstack/react-query';
import { currentWorkspace } from './workspace.queries';

/** The workspace's IANA time zone, in which figures are told unless another one is chosen; undefined until it is known. */
export function useWorkspaceZone(): string | undefined {
  return useQuery(currentWorkspace()).data?.timeZone;
}
