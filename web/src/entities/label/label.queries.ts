import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
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

/** Why the user may not change a folder and its links, apart from the role; undefined when they may. */
export function folderDenied(folder: Folder | undefined): string | undefined {
  if (folder?.level !== 'read') return undefined;
  return 'You can only read this folder. Ask an owner or an admin for write access.';
}

/** A function that returns `folderDenied` of the folder of a link. */
export function useFolderDenials(enabled = true): (link: { folderId: string | null }) => string | undefined {
  const { data } = useQuery({ ...folders(), enabled });
  return ({ folderId }) => folderDenied(data?.find(({ id }) => id === folderId));
}

/** `folderDenied` of the folder of a link. */
export function useFolderDenied(folderId: string | null): string | undefined {
  return useFolderDenials(folderId !== null)({ folderId });
}

export function utmTemplates() {
  return queryOptions({
    queryKey: labelKeys.of('utm-templates'),
    queryFn: async ({ signal }) => (await body(api.GET('/utm-templates', { signal }))).items,
  });
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
