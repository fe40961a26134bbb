import { activeWorkspaceId } from '@/shared/api/workspace-key';
import { readStored, writeStored } from '@/shared/lib/storage';

const key = () => `linnet.lastDomain.${activeWorkspaceId()}`;

/** The host of the last new link, empty for the default domain. It may belong to a domain that no longer exists. */
export function lastDomain(): string {
  return readStored(key()) ?? '';
}

export function storeLastDomain(host: string): void {
  writeStored(key(), host || null);
}
