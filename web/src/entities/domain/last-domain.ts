import { useQuery } from '@tanstack/react-query';
import { activeWorkspaceId } from '@/shared/api/workspace-key';
import { readStored, writeStored } from '@/shared/lib/storage';
import { domains } from './domain.queries';

const key = () => `linnet.lastDomain.${activeWorkspaceId()}`;

/** The host of the last new link, empty for the default domain. It may belong to a domain that no longer exists. */
export function lastDomain(): string {
  return readStored(key()) ?? '';
}

export function storeLastDomain(host: string): void {
  writeStored(key(), host || null);
}

/** Returns the host of the last new link if links can still use it, else empty for the default domain. */
export function useLastDomain(): string {
  const host = lastDomain();
  const { data } = useQuery({ ...domains(), enabled: host !== '' });
  return data?.some((domain) => domain.host === host && !domain.isDefault) ? host : '';
}
