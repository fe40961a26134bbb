import { queryOptions } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import { linkKeys } from './link.queries';
import type { CreateLink, UpdateLink } from './link.types';

/** The simulated visit. */
export type Visit = Omit<components['schemas']['SimulateDraft'], 'link'>;

/** The link to simulate: a draft, or an existing link with unsaved changes. */
export type SimulationTarget = { link: CreateLink } | { id: string; version: number; change: UpdateLink };

/** The response that a visitor would get, computed by the redirect handler. Nothing is stored or counted. */
export function simulateVisit(target: SimulationTarget, visit: Visit) {
  return queryOptions({
    queryKey: linkKeys.simulation(target, visit),
    queryFn: ({ signal }) =>
      body(
        'link' in target
          ? api.POST('/links/simulate', { body: { ...visit, link: target.link }, signal })
          : api.POST('/links/{id}/simulate', {
              params: { path: { id: target.id } },
              body: { ...visit, change: target.change },
              signal,
            }),
      ),
    retry: false,
  });
}
