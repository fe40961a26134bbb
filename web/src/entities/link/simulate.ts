import { queryOptions } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import { linkKeys } from './link.queries';
import type { Link } from './link.types';

/** Who is pretended to visit. */
export interface Visit {
  userAgent: string;
  acceptLanguage: string;
}

/** What a visitor would get of the link as it is saved, and why; nothing is counted. */
export function simulateVisit(link: Pick<Link, 'id' | 'version'>, visit: Visit) {
  return queryOptions({
    queryKey: [...linkKeys.all, 'simulate', link.id, link.version, visit] as const,
    queryFn: ({ signal }) =>
      body(api.POST('/links/{id}/simulate', { params: { path: { id: link.id } }, body: visit, signal })),
  });
}
