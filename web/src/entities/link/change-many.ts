import { api, body } from '@/shared/api/client';
import { ApiError } from '@/shared/api/errors';
import type { components } from '@/shared/api/schema';
import type { Link, UpdateLink } from './link.types';

type BulkResult = components['schemas']['BulkResult'];

/** The most links that one call changes. */
export const MOST_AT_ONCE = 1_000;

/** What became of many links. `now` is a link as the call left it; of a deleted one it is how it was. */
export interface Outcome {
  done: { link: Link; now: Link }[];
  failed: { link: Link; error: unknown }[];
}

export type ChangeOf = (link: Link) => UpdateLink & { ifVersion?: number };

function outcomeOf(links: readonly Link[], results: readonly BulkResult[]): Outcome {
  const outcome: Outcome = { done: [], failed: [] };
  for (const { index, status, link: now, error } of results) {
    const link = links[index];
    if (!link) continue;
    if (error) outcome.failed.push({ link, error: new ApiError(status, error, '') });
    else outcome.done.push({ link, now: now ?? link });
  }
  return outcome;
}

/** A call that fails as a whole has failed for each of its links. */
async function asked(links: readonly Link[], call: Promise<{ results: BulkResult[] }>): Promise<Outcome> {
  try {
    return outcomeOf(links, (await call).results);
  } catch (error) {
    return { done: [], failed: links.map((link) => ({ link, error })) };
  }
}

/** Changes each link on its own terms; one that fails does not hold up the others. */
export function changeLinks(links: readonly Link[], of: ChangeOf): Promise<Outcome> {
  const named = links.map((link) => ({ id: link.id, ...of(link) }));
  return asked(links, body(api.PATCH('/links/bulk', { body: { links: named } })));
}

/** Deletes links; their aliases answer "gone" until they are restored. */
export function deleteLinks(links: readonly Link[]): Promise<Outcome> {
  return asked(links, body(api.DELETE('/links/bulk', { body: { ids: links.map(({ id }) => id) } })));
}

/** Brings deleted links back, with their aliases and figures. */
export function restoreLinks(links: readonly Link[]): Promise<Outcome> {
  return asked(links, body(api.POST('/links/bulk/restore', { body: { ids: links.map(({ id }) => id) } })));
}
