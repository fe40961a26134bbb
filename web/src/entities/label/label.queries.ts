import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { linkKeys } from '@/entities/link/link.queries';
import { api, body } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import { workspaceKey } from '@/shared/api/workspace-key';

type Schemas = components['schemas'];
export type Tag = Schemas['Tag'];
export type Folder = Schemas['Folder'];
export type UtmTemplate = Schemas['UTMTemplate'];

/** The kinds of labels: tags and folders group links, UTM templates fill campaign fields. */
export type LabelKind = 'tags' | 'folders' | 'utm-templates';

/** The label of a kind. */
export type Label<K extends LabelKind> = { tags: Tag; folders: Folder; 'utm-templates': UtmTemplate }[K];

/** A page of the labels of a kind, by name. */
export interface LabelPage<K extends LabelKind> {
  items: Label<K>[];
  nextCursor: string | null;
  total: number;
}

/** The fields of a label. The server rejects those that its kind does not have. */
export interface LabelChange {
  name?: string;
  color?: string | null;
  utm?: Schemas['UTMInput'];
}

export const labelKeys = {
  get all() {
    return workspaceKey('labels');
  },
  of: (kind: LabelKind) => workspaceKey('labels', kind),
};

/** Number of labels on a page. */
const PAGE_SIZE = 200;
/** The server accepts no more ids in a request. */
const MAX_IDS = 100;
/** The server accepts no longer search. */
const MAX_SEARCH = 100;

interface LabelQuery {
  search?: string;
  ids?: string[];
  limit: number;
  cursor?: string;
}

function fetchPage<K extends LabelKind>(kind: K, query: LabelQuery, signal?: AbortSignal): Promise<LabelPage<K>> {
  const request = api.GET(`/${kind as LabelKind}`, { params: { query }, ...(signal && { signal }) });
  return body(request) as Promise<LabelPage<K>>;
}

/** A page of the labels whose names match a search. The first page without a search is all that most workspaces need. */
export function labelPage<K extends LabelKind>(kind: K, search = '', cursor = '') {
  return queryOptions({
    queryKey: [...labelKeys.of(kind), 'page', search, cursor],
    queryFn: ({ signal }) =>
      fetchPage(
        kind,
        { limit: PAGE_SIZE, ...(search && { search: search.slice(0, MAX_SEARCH) }), ...(cursor && { cursor }) },
        signal,
      ),
  });
}

/** All folders that the user sees. */
export function allFolders() {
  return queryOptions({
    queryKey: [...labelKeys.of('folders'), 'all'],
    queryFn: async ({ signal }) => {
      const found: Folder[] = [];
      let cursor: string | null = '';
      do {
        const page: LabelPage<'folders'> = await fetchPage(
          'folders',
          { limit: 1_000, ...(cursor && { cursor }) },
          signal,
        );
        found.push(...page.items);
        cursor = page.nextCursor;
      } while (cursor);
      return found;
    },
  });
}

/** Labels by id: null for one that does not exist, or that the user does not see. */
export function labelsById<K extends LabelKind>(kind: K, ids: readonly string[]) {
  const sorted = [...new Set(ids)].sort();
  return queryOptions({
    queryKey: [...labelKeys.of(kind), 'ids', ...sorted],
    queryFn: async () => {
      const entries = sorted.map(async (id) => [id, await fetchById(kind, id)] as const);
      return Object.fromEntries(await Promise.all(entries)) as Record<string, Label<K> | null>;
    },
    // Known labels stay known while others are added.
    placeholderData: (known: Record<string, Label<K> | null> | undefined) => known,
  });
}

interface Batch {
  ids: Set<string>;
  page: Promise<LabelPage<LabelKind>>;
}

/** The requests that are sent after the current task. */
const batches = new Map<LabelKind, Batch>();

/** Fetches a label. The ids that are wanted in one task, such as by the rows of a list, share a request. */
async function fetchById<K extends LabelKind>(kind: K, id: string): Promise<Label<K> | null> {
  let batch = batches.get(kind);
  if (!batch || batch.ids.size >= MAX_IDS) {
    batch = newBatch(kind);
    batches.set(kind, batch);
  }
  batch.ids.add(id);
  const { items } = await batch.page;
  return (items as Label<K>[]).find((label) => label.id === id) ?? null;
}

function newBatch(kind: LabelKind): Batch {
  const ids = new Set<string>();
  const page = Promise.resolve().then(() => {
    if (batches.get(kind)?.ids === ids) batches.delete(kind);
    return fetchPage(kind, { ids: [...ids], limit: MAX_IDS });
  });
  return { ids, page };
}

/** Creating, changing and deleting labels of a kind. Tags and folders are part of links, which are invalidated too. */
export function useLabelMutations(kind: LabelKind) {
  const queries = useQueryClient();
  const onSuccess = () => {
    void queries.invalidateQueries({ queryKey: labelKeys.of(kind) });
    if (kind !== 'utm-templates') void queries.invalidateQueries({ queryKey: linkKeys.all });
  };
  return {
    create: useMutation({
      mutationFn: (label: LabelChange) => body(api.POST(`/${kind}`, { body: label })),
      onSuccess,
    }),
    change: useMutation({
      mutationFn: ({ id, ...change }: LabelChange & { id: string }) =>
        body(api.PATCH(`/${kind}/{id}`, { params: { path: { id } }, body: change })),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (id: string) => api.DELETE(`/${kind}/{id}`, { params: { path: { id } } }),
      onSuccess,
    }),
  };
}
