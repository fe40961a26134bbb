import { api, body } from '@/shared/api/client';
import { ApiError } from '@/shared/api/errors';
import type { components } from '@/shared/api/schema';
import type { Link, LinkBase, UpdateLink } from './link.types';

type BulkResult = components['schemas']['BulkResult'];

/** The most links that one call changes. */
export const MAX_LINKS_PER_REQUEST = 1_000;

/** The most links that are selected together; they are changed in several calls. */
export const MAX_SELECTED_LINKS = 10_000;

/** What became of many links. `now` is a link as the call left it; of a deleted one it is how it was. */
export interface BulkOutcome {
  done: { link: LinkBase; now: Link | LinkBase }[];
  failed: { link: LinkBase; error: unknown }[];
}

export type LinkPatch = (link: LinkBase) => UpdateLink & { ifVersion?: number };

function outcomeOf(links: readonly LinkBase[], results: readonly BulkResult[]): BulkOutcome {
  const outcome: BulkOutcome = { done: [], failed: [] };
  for (const { index, status, link: now, error } of results) {
    const link = links[index];
    if (!link) continue;
    if (error) outcome.failed.push({ link, error: new ApiError(status, error, '') });
    else outcome.done.push({ link, now: now ?? link });
  }
  return outcome;
}

type Call = (links: readonly LinkBase[]) => Promise<{ results: BulkResult[] }>;

/** Makes as many calls as the links need, one after the other. A call that fails has failed for each of its links. */
async function inBatches(links: readonly LinkBase[], call: Call): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { done: [], failed: [] };
  for (let from = 0; from < links.length; from += MAX_LINKS_PER_REQUEST) {
    const some = links.slice(from, from + MAX_LINKS_PER_REQUEST);
    try {
      const { done, failed } = outcomeOf(some, (await call(some)).results);
      outcome.done.push(...done);
      outcome.failed.push(...failed);
    } catch (error) {
      outcome.failed.push(...some.map((link) => ({ link, error })));
    }
  }
  return outcome;
}

/** Changes each link on its own terms; one that fails does not hold up the others. */
export function changeLinks(links: readonly LinkBase[], of: LinkPatch): Promise<BulkOutcome> {
  return inBatches(links, (some) =>
    body(api.PATCH('/links/bulk', { body: { links: some.map((link) => ({ id: link.id, ...of(link) })) } })),
  );
}

/** Deletes links; their aliases answer "gone" until they are restored. */
export function deleteLinks(links: readonly LinkBase[]): Promise<BulkOutcome> {
  return inBatches(links, (some) => body(api.DELETE('/links/bulk', { body: { ids: some.map(({ id }) => id) } })));
}

/** Brings deleted links back, with their aliases and figures. */
export function restoreLinks(links: readonly LinkBase[]): Promise<BulkOutcome> {
  return inBatches(links, (some) => body(api.POST('/links/bulk/restore', { body: { ids: some.map(({ id }) => id) } })));
}
