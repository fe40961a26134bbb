import { lazy, Suspense } from 'react';
import { useCan } from '@/entities/workspace/use-can';

const CreateLinkDialog = lazy(() =>
  import('./create-link-dialog').then((module) => ({ default: module.CreateLinkDialog })),
);
const BulkCreateDialog = lazy(() =>
  import('./bulk-create-dialog').then((module) => ({ default: module.BulkCreateDialog })),
);
const DuplicateLinkDialog = lazy(() =>
  import('./duplicate-link-dialog').then((module) => ({ default: module.DuplicateLinkDialog })),
);
const EditLinkDialog = lazy(() => import('./edit-link-dialog').then((module) => ({ default: module.EditLinkDialog })));

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Initial destination of the create dialog, from a paste. */
    draftUrl?: string;
    /** Initial alias of the create dialog, from a missing link that visitors requested. */
    draftAlias?: string;
  }
}

interface Props {
  creating: boolean;
  /** The bulk create dialog is open. */
  listing?: boolean;
  draftUrl?: string;
  draftAlias?: string;
  /** The id of the link being duplicated. */
  copyOf?: string;
  /** The id of the link being edited. */
  editing?: string;
  onClose: () => void;
}

/** The create, bulk create, duplicate and edit dialogs, loaded on first use. */
export function LinkDialogs({ creating, listing, draftUrl, draftAlias, copyOf, editing, onClose }: Props) {
  if (!useCan('links:write')) return null;
  return (
    <Suspense fallback={null}>
      {listing && <BulkCreateDialog onClose={onClose} />}
      {creating && copyOf && <DuplicateLinkDialog key={copyOf} linkId={copyOf} onClose={onClose} />}
      {creating && !copyOf && (
        <CreateLinkDialog key={draftUrl ?? draftAlias} draftUrl={draftUrl} draftAlias={draftAlias} onClose={onClose} />
      )}
      {editing && <EditLinkDialog linkId={editing} onClose={onClose} />}
    </Suspense>
  );
}
