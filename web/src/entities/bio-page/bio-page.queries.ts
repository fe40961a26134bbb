import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import { workspaceKey } from '@/shared/api/workspace-key';
import type { BioPage, CreateBioPage } from './bio-page.types';

export const bioPageKeys = {
  get all() {
    return workspaceKey('bio-pages');
  },
  get lists() {
    return workspaceKey('bio-pages', 'list');
  },
  detail: (id: string) => workspaceKey('bio-pages', 'detail', id),
  revisions: (id: string) => workspaceKey('bio-pages', 'revisions', id),
  revision: (id: string, revision: number) => workspaceKey('bio-pages', 'revision', id, revision),
  get themes() {
    return workspaceKey('bio-pages', 'themes');
  },
  get previews() {
    return workspaceKey('bio-pages', 'preview');
  },
  preview: (content: CreateBioPage) => workspaceKey('bio-pages', 'preview', content),
};

type Response = components['schemas']['BioPage'];

/** Responses have every field of their blocks; the schema, which requests share, does not say so. */
export function asPage(response: Response): BioPage {
  return response as BioPage;
}

const LIST_LIMIT = 100;

/** All pages of the workspace, newest first. */
export function bioPageList() {
  return queryOptions({
    queryKey: bioPageKeys.lists,
    queryFn: async ({ signal }) => {
      const pages: BioPage[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const query: { limit: number; cursor?: string } = { limit: LIST_LIMIT, ...(cursor && { cursor }) };
        const list: components['schemas']['ListBioPage'] = await body(
          api.GET('/bio-pages', { params: { query }, signal }),
        );
        pages.push(...list.items.map(asPage));
        cursor = list.nextCursor;
      }
      return pages;
    },
  });
}

/** A page with its draft. */
export function bioPageDetail(id: string) {
  return queryOptions({
    queryKey: bioPageKeys.detail(id),
    queryFn: async ({ signal }) => asPage(await body(api.GET('/bio-pages/{id}', { params: { path: { id } }, signal }))),
  });
}

/** The stored versions of a page, newest first. */
export function pageRevisions(id: string) {
  return queryOptions({
    queryKey: bioPageKeys.revisions(id),
    queryFn: async ({ signal }) =>
      (await body(api.GET('/bio-pages/{id}/revisions', { params: { path: { id } }, signal }))).items,
  });
}

/** A page with the content of an earlier revision, which never changes. */
export function pageAtRevision(id: string, revision: number) {
  return queryOptions({
    queryKey: bioPageKeys.revision(id, revision),
    queryFn: async ({ signal }) => {
      const path = { id, revision };
      return asPage(await body(api.GET('/bio-pages/{id}/revisions/{revision}', { params: { path }, signal })));
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The themes that pages can have. */
export function themePresets() {
  return queryOptions({
    queryKey: bioPageKeys.themes,
    queryFn: async ({ signal }) => (await body(api.GET('/bio-pages/themes', { signal }))).items,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The HTML of a page, rendered by the template of the public page. */
export function pagePreview(content: CreateBioPage) {
  return queryOptions({
    queryKey: bioPageKeys.preview(content),
    queryFn: ({ signal }) => body<string>(api.POST('/bio-pages/preview', { body: content, parseAs: 'text', signal })),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
}
