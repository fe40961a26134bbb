import { queryOptions } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import { linkKeys } from './link.queries';
import type { CreateLink, UpdateLink } from './link.types';

/** Who is pretended to visit. */
export type Visit = Omit<components['schemas']['SimulateDraft'], 'link'>;

/** A link as it would be: a new one, or one that exists with changes that are not saved. */
export type SimulationTarget = { link: CreateLink } | { id: string; version: number; change: UpdateLink };

/** What a visitor would get, worked out by the very code that redirects; nothing is kept and nothing counted. */
export function simulateVisit(trial: SimulationTarget, visit: Visit) {
  return queryOptions({
    queryKey: [...linkKeys.all, 'simulate', trial, visit] as const,
    queryFn: ({ signal }) =>
      body(
        'link' in trial
          ? api.POST('/links/simulate', { body: { ...visit, link: trial.link }, signal })
          : api.POST('/links/{id}/simulate', {
              params: { path: { id: trial.id } },
              body: { ...visit, change: trial.change },
              signal,
            }),
      ),
    retry: false,
  });
}
