import { api, body } from '@/shared/api/client';
import { ApiError } from '@/shared/api/errors';
import type { components } from '@/shared/api/schema';
import type { Link, LinkBase, UpdateLink } from './link.types';

type BulkResult = components['schemas']['BulkResult'];

/** The maximum number of links in one bulk request. */
export const MAX_LINKS_PER_REQUEST = 1_000;

/** The maximum size of a selection; it is sent in several requests. */
export const MAX_SELECTED_LINKS = 10_000;

/** What identifies a link in requests and messages. */
export type LinkRef = Pick<LinkBase, 'id' | 'alias'>;

/** The result of a bulk request per link. `now` is the link after the request; deletions have none. */
export interface BulkOutcome<L extends LinkRef> {
  done: { link: L; now?: Link | LinkBase }[];
  failed: { link: L; error: unknown }[];
}

function outcomeOf<L extends LinkRef>(links: readonly L[], results: readonly BulkResult[]): BulkOutcome<L> {
  const outcome: BulkOutcome<L> = { done: [], failed: [] };
  for (const { index, status, link: now, error } of results) {
    const link = links[index];
    if (!link) continue;
    if (error) outcome.failed.push({ link, error: new ApiError(status, error, '') });
    else outcome.done.push({ link, now: now ?? undefined });
  }
  return outcome;
}

/** Sends the links in batches, one after the other. A request that fails counts as failed for each of its links. */
async function inBatches<L extends LinkRef>(
  links: readonly L[],
  send: (batch: readonly L[]) => Promise<{ results: BulkResult[] }>,
): Promise<BulkOutcome<L>> {
  const outcome: BulkOutcome<L> = { done: [], failed: [] };
  for (let from = 0; from < links.length; from += MAX_LINKS_PER_REQUEST) {
    const batch = links.slice(from, from + MAX_LINKS_PER_REQUEST);
    try {
      const { done, failed } = outcomeOf(batch, (await send(batch)).results);
      outcome.done.push(...done);
      outcome.failed.push(...failed);
    } catch (error) {
      outcome.failed.push(...batch.map((link) => ({ link, error })));
    }
  }
  return outcome;
}

/** Updates each link with its own patch. A link that fails does not affect the others. */
export function changeLinks<L extends LinkRef>(
  links: readonly L[],
  patchOf: (link: L) => UpdateLink & { ifVersion?: number },
): Promise<BulkOutcome<L>> {
  return inBatches(links, (batch) =>
    body(api.PATCH('/links/bulk', { body: { links: batch.map((link) => ({ id: link.id, ...patchOf(link) })) } })),
  );
}

/** Deletes links. Their aliases respond 410 Gone until they are restored. */
export function deleteLinks<L extends LinkRef>(links: readonly L[]): Promise<BulkOutcome<L>> {
  return inBatches(links, (batch) => body(api.DELETE('/links/bulk', { body: { ids: batch.map(({ id }) => id) } })));
}

/** Restores deleted links with their aliases and figures. */
export function restoreLinks<L extends LinkRef>(links: readonly L[]): Promise<BulkOutcome<L>> {
  return inBatches(links, (batch) =>
    body(api.POST('/links/bulk/restore', { body: { ids: batch.map(({ id }) => id) } })),
  );
}
