import { useQuery } from '@tanstack/react-query';
import { browserTimeZone } from '@/shared/lib/time-zone';
import { currentWorkspace } from './workspace.queries';

/** The workspace's IANA time zone, in which figures are told unless another one is chosen; undefined until it is known. */
export function useWorkspaceZone(): string | undefined {
  return useQuery(currentWorkspace()).data?.timeZone;
}

/** The IANA zone in which times are entered and shown: the workspace's, or the browser's until that is known. */
export function useEntryZone(): string {
  return useWorkspaceZone() ?? browserTimeZone();
}
