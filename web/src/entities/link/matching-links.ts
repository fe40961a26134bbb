import { api, body } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import type { LinkListParams } from './link.queries';

type Schemas = components['schemas'];
type Job = Schemas['Job'];

/** What a job changes in each link. */
export type LinkChanges = Schemas['LinkChanges'];

type Filter = Pick<LinkListParams, 'search' | 'tag' | 'status' | 'domain' | 'folder' | 'import'>;

const CONDITIONS = ['search', 'tag', 'status', 'domain', 'folder', 'import'] as const;

/** The parameters of a list that select links, without its order and page. Without any, all links are selected. */
function selectionOf(params: LinkListParams): Filter & { all?: true } {
  const filter = Object.fromEntries(CONDITIONS.map((name) => [name, params[name]]).filter(([, value]) => value));
  return Object.keys(filter).length > 0 ? filter : { all: true };
}

/** Starts a job that changes all links of a list. */
export function changeMatchingLinks(params: LinkListParams, changes: LinkChanges): Promise<Job> {
  return body(api.PATCH('/links', { params: { query: selectionOf(params) }, body: changes }));
}

/** Starts a job that deletes all links of a list; with `unedited`, those that were never edited. */
export function deleteMatchingLinks(params: LinkListParams, unedited?: true): Promise<Job> {
  return body(api.DELETE('/links', { params: { query: { ...selectionOf(params), unedited } } }));
}
