import { api, body } from '@/shared/api/client';
import { ApiError } from '@/shared/api/errors';
import type { components } from '@/shared/api/schema';
import type { Link, LinkBase, UpdateLink } from './link.types';

type BulkResult = components['schemas']['BulkResult'];

/** The maximum number of links in one bulk request. */
export const MAX_LINKS_PER_REQUEST = 1_000;

/** Bytes of links in one bulk request. The server accepts bodies of 1 MiB. */
const MAX_BYTES_PER_REQUEST = 1_000_000;

/** The maximum size of a selection; it is sent in several requests. */
export const MAX_SELECTED_LINKS = 10_000;

/** What identifies a link in requests and messages. */
export type LinkRef = Pick<LinkBase, 'id' | 'domain' | 'alias'>;

/**
 * The result of a bulk request per link. `now` is the link after the request, unless it was deleted or the response was
 * too large to include it; `version` is its version.
 */
export interface BulkOutcome<L extends LinkRef> {
  done: { link: L; now?: Link | LinkBase; version?: number }[];
  failed: { link: L; error: unknown }[];
}

function outcomeOf<L extends LinkRef>(links: readonly L[], results: readonly BulkResult[]): BulkOutcome<L> {
  const outcome: BulkOutcome<L> = { done: [], failed: [] };
  for (const { index, status, link: now, version, error } of results) {
    const link = links[index];
    if (!link) continue;
    if (error) outcome.failed.push({ link, error: new ApiError(status, error, '') });
    else outcome.done.push({ link, now: now ?? undefined, version });
  }
  return outcome;
}

/** The number of leading entries that fit into one request, at least one. */
function batchSize(entries: readonly unknown[]): number {
  const encoder = new TextEncoder();
  let bytes = 0;
  const end = entries.slice(0, MAX_LINKS_PER_REQUEST).findIndex((entry) => {
    bytes += encoder.encode(JSON.stringify(entry)).length + 1;
    return bytes > MAX_BYTES_PER_REQUEST;
  });
  return end < 0 ? Math.min(entries.length, MAX_LINKS_PER_REQUEST) : Math.max(end, 1);
}

const isTooLarge = ({ error }: { error: unknown }) => error instanceof ApiError && error.status === 413;

/**
 * Sends one entry per link in batches, one after the other. A request that fails counts as failed for each of its links.
 * Links that the server left out of a request because it stores too much are sent again in the next one.
 */
async function inBatches<L extends LinkRef, Entry>(
  links: readonly L[],
  entryOf: (link: L) => Entry,
  send: (batch: Entry[]) => Promise<{ results: BulkResult[] }>,
): Promise<BulkOutcome<L>> {
  const outcome: BulkOutcome<L> = { done: [], failed: [] };
  for (let rest = links; rest.length > 0; ) {
    const entries = rest.slice(0, MAX_LINKS_PER_REQUEST).map(entryOf);
    const size = batchSize(entries);
    const batch = rest.slice(0, size);
    rest = rest.slice(size);
    try {
      const { done, failed } = outcomeOf(batch, (await send(entries.slice(0, size))).results);
      const again = done.length > 0 ? failed.filter(isTooLarge) : [];
      outcome.done.push(...done);
      outcome.failed.push(...failed.filter((failure) => !again.includes(failure)));
      rest = [...again.map(({ link }) => link), ...rest];
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
  return inBatches(
    links,
    (link) => ({ id: link.id, ...patchOf(link) }),
    (batch) => body(api.PATCH('/links/bulk', { body: { links: batch } })),
  );
}

/** Updates all links with the same changes. A link that fails does not affect the others. */
export function changeAllLinks<L extends LinkRef>(links: readonly L[], changes: UpdateLink): Promise<BulkOutcome<L>> {
  return inBatches(
    links,
    ({ id }) => ({ id }),
    (batch) => body(api.PATCH('/links/bulk', { body: { links: batch, changes } })),
  );
}

const idOf = ({ id }: LinkRef) => id;

/** Deletes links. Their aliases respond 410 Gone until they are restored. */
export function deleteLinks<L extends LinkRef>(links: readonly L[]): Promise<BulkOutcome<L>> {
  return inBatches(links, idOf, (ids) => body(api.DELETE('/links/bulk', { body: { ids } })));
}

/** Restores deleted links with their aliases and figures. */
export function restoreLinks<L extends LinkRef>(links: readonly L[]): Promise<BulkOutcome<L>> {
  return inBatches(links, idOf, (ids) => body(api.POST('/links/bulk/restore', { body: { ids } })));
}
