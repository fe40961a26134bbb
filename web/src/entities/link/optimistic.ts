import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { type LinkListParams, linkKeys } from './link.queries';
import type { Link, LinkBase, LinkPage, UpdateLink } from './link.types';

/** Fields whose new value is known before the server confirms a change. */
const FIELDS = ['title', 'comments', 'tags', 'folderId', 'status', 'expiresAt'] as const;

type CachedPatch = Partial<Pick<LinkBase, (typeof FIELDS)[number]>>;

/** The fields of an update that can be shown before the server confirms it. */
export function toCachedPatch(update: UpdateLink): CachedPatch {
  const entries = FIELDS.filter((field) => update[field] !== undefined).map((field) => [field, update[field]]);
  return Object.fromEntries(entries);
}

const pick = (link: LinkBase, patch: CachedPatch): CachedPatch =>
  Object.fromEntries(Object.keys(patch).map((field) => [field, link[field as keyof CachedPatch]]));

const isSame = (link: LinkBase, patch: CachedPatch): boolean =>
  JSON.stringify(pick(link, patch)) === JSON.stringify(patch);

/** The parameters of a list query are the last element of its key. */
const paramsOf = (key: QueryKey) => key.at(-1) as LinkListParams;

function patchPage(page: LinkPage, params: LinkListParams, patches: ReadonlyMap<string, CachedPatch>): LinkPage {
  if (!page.items.some(({ id }) => patches.has(id))) return page;
  const items = page.items.map((item) => ({ ...item, ...patches.get(item.id) }));
  const { status } = params;
  // Only archiving is final here: the server decides whether an unarchived link is active, scheduled or expired.
  const listed = items.filter(({ id, status: now }) => {
    if (!status || patches.get(id)?.status === undefined) return true;
    return now === 'archived' ? status.includes('archived') : !(status.length === 1 && status[0] === 'archived');
  });
  return { ...page, items: listed, total: page.total - (items.length - listed.length) };
}

/** Puts removed items back at their old position. Other items are unchanged. */
function restoreItems(page: LinkPage, before: LinkPage, ids: ReadonlySet<string>): LinkPage {
  const current = new Map(page.items.map((item) => [item.id, item]));
  const missing = before.items.filter(({ id }) => ids.has(id) && !current.has(id));
  if (missing.length === 0) return page;
  const items = before.items.flatMap((item) => current.get(item.id) ?? (missing.includes(item) ? [item] : []));
  return { ...page, items, total: page.total + missing.length };
}

/**
 * Applies patches to every cached copy of the links, keyed by id. The returned function rolls the given links back. It
 * touches only the patched fields, so that clicks counted in the meantime are not lost.
 */
export async function patchCachedLinks(
  queries: QueryClient,
  patches: ReadonlyMap<string, CachedPatch>,
): Promise<(ids: Iterable<string>) => void> {
  // A response that is already on its way would overwrite the patch.
  await queries.cancelQueries({ queryKey: linkKeys.lists });
  const pages = queries.getQueriesData<LinkPage>({ queryKey: linkKeys.lists });
  const before = new Map<string, CachedPatch>();
  for (const [key, page] of pages) {
    if (!page) continue;
    for (const item of page.items) {
      const patch = patches.get(item.id);
      if (patch) before.set(item.id, pick(item, patch));
    }
    queries.setQueryData<LinkPage>(key, patchPage(page, paramsOf(key), patches));
  }
  for (const [id, patch] of patches) {
    queries.setQueryData<Link>(linkKeys.detail(id), (link) => {
      if (!link) return link;
      before.set(id, pick(link, patch));
      return { ...link, ...patch };
    });
  }

  return (ids) => {
    const undone = new Set(ids);
    const revert = <L extends LinkBase>(link: L): L => {
      const patch = undone.has(link.id) ? patches.get(link.id) : undefined;
      return patch && isSame(link, patch) ? { ...link, ...before.get(link.id) } : link;
    };
    for (const [key, page] of pages) {
      if (!page) continue;
      queries.setQueryData<LinkPage>(
        key,
        (now) => now && restoreItems({ ...now, items: now.items.map(revert) }, page, undone),
      );
    }
    for (const id of undone) queries.setQueryData<Link>(linkKeys.detail(id), (link) => link && revert(link));
  };
}
