import { useQuery } from '@tanstack/react-query';
import { browserTimeZone } from '@/shared/lib/time-zone';
import { currentWorkspace } from './workspace.queries';

/** The workspace's IANA time zone, the default zone of reports; undefined while loading. */
export function useWorkspaceZone(): string | undefined {
  return useQuery(currentWorkspace()).data?.timeZone;
}

/** The IANA zone in which dates are entered and shown: the workspace's, or the browser's while loading. */
export function useEntryZone(): string {
  return useWorkspaceZone() ?? browserTimeZone();
}
