import { useQuery } from '@tanstack/react-query';
import { activeWorkspaceId } from '@/shared/api/workspace-key';
import { readStored, writeStored } from '@/shared/lib/storage';
import { domains } from './domain.queries';
import type { Domain } from './domain.types';

const key = () => `linnet.lastDomain.${activeWorkspaceId()}`;

/** The host of the last new link, empty for the domain of new links. It may belong to a domain that no longer exists. */
export function lastDomain(): string {
  return readStored(key()) ?? '';
}

/** Stores the host of a new link. That of `preset`, the domain of new links, is not stored: the workspace may change it. */
export function storeLastDomain(host: string, preset?: Domain): void {
  writeStored(key(), host === preset?.host ? null : host || null);
}

/** Returns the host of the last new link if links can still use it, else empty for the domain of new links. */
export function useLastDomain(): string {
  const host = lastDomain();
  const { data } = useQuery({ ...domains(), enabled: host !== '' });
  return data?.some((domain) => domain.host === host) ? host : '';
}
