import { useQuery } from '@tanstack/react-query';
import { t } from '@/shared/i18n/t';
import { type Folder, type Label, type LabelKind, labelPage, labelsById } from './label.queries';

interface KnownLabels<L> {
  /** The label with an id: undefined while it is unknown, null if there is none that the user sees. */
  get: (id: string) => L | null | undefined;
  /** The first attempt to load them has no result yet. */
  isPending: boolean;
}

/** Labels by id: those of the first page, and the others from the server. */
export function useLabelsById<K extends LabelKind>(kind: K, ids: readonly string[]): KnownLabels<Label<K>> {
  const first = useQuery({ ...labelPage(kind), enabled: ids.length > 0 });
  const inFirst = (id: string) => first.data?.items.find((label) => label.id === id);
  const beyond = first.data?.nextCursor ? ids.filter((id) => !inFirst(id)) : [];
  const others = useQuery({ ...labelsById(kind, beyond), enabled: beyond.length > 0 });
  return {
    get: (id) => inFirst(id) ?? (first.data?.nextCursor ? others.data?.[id] : first.data && null),
    isPending: [first, others].some(({ isLoading, failureCount }) => isLoading && failureCount === 0),
  };
}

/** Why the user may not change a folder and its links, apart from the role; undefined when they may. */
export function folderDenied(folder: Folder | null | undefined): string | undefined {
  if (folder?.level !== 'read') return undefined;
  return t('You can only read this folder. Ask an owner or an admin for write access.');
}

interface Filed {
  folderId: string | null;
}

/** A function that returns `folderDenied` of the folder of each of the links. */
export function useFolderDenials(links: readonly Filed[]): (link: Filed) => string | undefined {
  const folders = useLabelsById(
    'folders',
    links.flatMap(({ folderId }) => folderId ?? []),
  );
  return ({ folderId }) => (folderId === null ? undefined : folderDenied(folders.get(folderId)));
}

/** `folderDenied` of the folder of a link. */
export function useFolderDenied(folderId: string | null): string | undefined {
  return useFolderDenials([{ folderId }])({ folderId });
}
