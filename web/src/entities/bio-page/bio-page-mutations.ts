import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import { asPage, bioPageKeys } from './bio-page.queries';
import type { BioPage, CreateBioPage, UpdateBioPage } from './bio-page.types';

/** Updates the draft of a page. Rejects with status 412 when `revision` is not the current one. */
export async function updateBioPage(id: string, change: UpdateBioPage, revision: number): Promise<BioPage> {
  const header = { 'If-Match': `"${revision}"` };
  return asPage(await body(api.PATCH('/bio-pages/{id}', { params: { path: { id }, header }, body: change })));
}

/** Makes the draft public. Rejects with status 412 when `revision` is not the current one. */
export async function publishBioPage(id: string, revision: number): Promise<BioPage> {
  const header = { 'If-Match': `"${revision}"` };
  return asPage(await body(api.POST('/bio-pages/{id}/publish', { params: { path: { id }, header } })));
}

/** Takes the page off the web. Its address returns 404. */
export async function unpublishBioPage(id: string): Promise<BioPage> {
  return asPage(await body(api.POST('/bio-pages/{id}/unpublish', { params: { path: { id } } })));
}

/** Makes a published version the draft. */
export async function revertBioPage(id: string, revision: number): Promise<BioPage> {
  return asPage(await body(api.POST('/bio-pages/{id}/revert', { params: { path: { id } }, body: { revision } })));
}

/** A theme like the look of a website, and what it has from there. */
export type SiteMatch = components['schemas']['BioSiteMatch'];

/** Reads the look of a website. Rejects with an error of the field `url` when it cannot be read. */
export function matchSite(url: string): Promise<SiteMatch> {
  return body(api.POST('/bio-pages/match-site', { body: { url } }));
}

function useInvalidatePages() {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: bioPageKeys.all });
}

export function useCreateBioPage() {
  const invalidate = useInvalidatePages();
  return useMutation({
    mutationFn: async (page: CreateBioPage) => asPage(await body(api.POST('/bio-pages', { body: page }))),
    onSuccess: invalidate,
  });
}

export function useUnpublishBioPage() {
  const invalidate = useInvalidatePages();
  return useMutation({ mutationFn: unpublishBioPage, onSuccess: invalidate });
}

/** Deletes a page. Its links stay. */
export function useDeleteBioPage() {
  const invalidate = useInvalidatePages();
  return useMutation({
    mutationFn: async (id: string) => {
      await api.DELETE('/bio-pages/{id}', { params: { path: { id } } });
    },
    onSuccess: invalidate,
  });
}
