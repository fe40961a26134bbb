import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { linkKeys } from '@/entities/link/link.queries';
import { api, body } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';

type Schemas = components['schemas'];
export type Tag = Schemas['Tag'];
export type Folder = Schemas['Folder'];
export type UtmTemplate = Schemas['UTMTemplate'];

/** What links are sorted by, and what fills their campaign fields. */
export type LabelKind = 'tags' | 'folders' | 'utm-templates';

/** What a label may be given; which of it a kind takes is the server's to say. */
export interface LabelChange {
  name?: string;
  color?: string | null;
  utm?: Schemas['UTMInput'];
}

export const labelKeys = { all: ['labels'] as const, of: (kind: LabelKind) => ['labels', kind] as const };

export function tags() {
  return queryOptions({
    queryKey: labelKeys.of('tags'),
    queryFn: async ({ signal }) => (await body(api.GET('/tags', { signal }))).items,
  });
}

export function folders() {
  return queryOptions({
    queryKey: labelKeys.of('folders'),
    queryFn: async ({ signal }) => (await body(api.GET('/folders', { signal }))).items,
  });
}

export function utmTemplates() {
  return queryOptions({
    queryKey: labelKeys.of('utm-templates'),
    queryFn: async ({ signal }) => (await body(api.GET('/utm-templates', { signal }))).items,
  });
}

/** Making, changing and deleting labels of a kind. Links are asked for again, because they show them. */
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
