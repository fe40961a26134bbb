import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import { fetchFile } from '@/shared/api/download';
import type { components } from '@/shared/api/schema';
import { workspaceKey } from '@/shared/api/workspace-key';

export type AuditEntry = components['schemas']['AuditEntry'];

/** Selects entries of the audit log. Empty values select all. */
export interface AuditFilter {
  search: string;
  /** A group of actions, such as "link". */
  action: string;
  /** The id of a user or an API key, or "system". */
  actor: string;
  /** An ISO time. */
  from: string;
}

const PAGE_SIZE = 50;

function parametersOf(filter: AuditFilter): Record<string, string> {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));
}

/** The entries of the workspace's audit log, newest first, page by page. */
export function auditLog(filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: [...workspaceKey('audit-log'), filter],
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: PAGE_SIZE, ...parametersOf(filter), ...(pageParam && { cursor: pageParam }) };
      return body(api.GET('/audit-log', { params: { query }, signal }));
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
}

/** Fetches all matching entries as a file. */
export function fetchAuditFile(filter: AuditFilter, format: 'csv' | 'json') {
  return fetchFile('/audit-log/export', new URLSearchParams({ ...parametersOf(filter), format }));
}
