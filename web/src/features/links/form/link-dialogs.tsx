import { lazy, Suspense } from 'react';

const CreateLinkDialog = lazy(() =>
  import('./create-link-dialog').then((module) => ({ default: module.CreateLinkDialog })),
);
const ListDialog = lazy(() => import('./bulk-create-dialog').then((module) => ({ default: module.ListDialog })));
const DuplicateLinkDialog = lazy(() =>
  import('./duplicate-link-dialog').then((module) => ({ default: module.DuplicateLinkDialog })),
);
const EditLinkDialog = lazy(() => import('./edit-link-dialog').then((module) => ({ default: module.EditLinkDialog })));

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** An address that was pasted, for the create dialog. */
    draftUrl?: string;
    /** An alias that visitors have tried, likewise. */
    draftAlias?: string;
  }
}

interface Props {
  creating: boolean;
  /** The dialog that makes links from a list of addresses is open. */
  listing?: boolean;
  draftUrl?: string;
  draftAlias?: string;
  /** The id of the link that a new one starts from. */
  copyOf?: string;
  /** The id of the link that is being changed. */
  editing?: string;
  onClose: () => void;
}

/** The dialogs of a link, loaded when the first one opens. */
export function LinkDialogs({ creating, listing, draftUrl, draftAlias, copyOf, editing, onClose }: Props) {
  return (
    <Suspense fallback={null}>
      {listing && <ListDialog onClose={onClose} />}
      {creating && copyOf && <DuplicateLinkDialog key={copyOf} linkId={copyOf} onClose={onClose} />}
      {creating && !copyOf && (
        <CreateLinkDialog key={draftUrl ?? draftAlias} draftUrl={draftUrl} draftAlias={draftAlias} onClose={onClose} />
      )}
      {editing && <EditLinkDialog linkId={editing} onClose={onClose} />}
    </Suspense>
  );
}
