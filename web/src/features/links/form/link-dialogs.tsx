import type { Link } from '@/entities/link/link.types';
import { useCan } from '@/entities/workspace/use-can';
import { lazyPart } from '@/shared/ui/lazy-part';

const CreateLinkDialog = lazyPart(() => import('./create-link-dialog'), 'CreateLinkDialog');
const BulkCreateDialog = lazyPart(() => import('./bulk-create-dialog'), 'BulkCreateDialog');
const DuplicateLinkDialog = lazyPart(() => import('./duplicate-link-dialog'), 'DuplicateLinkDialog');
const EditLinkDialog = lazyPart(() => import('./edit-link-dialog'), 'EditLinkDialog');

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
  /** Selects the links of a bulk creation in the list. */
  onSelect?: (links: readonly Link[]) => void;
}

const NOTHING = () => {};

/** The create, bulk create, duplicate and edit dialogs, loaded on first use. */
export function LinkDialogs({
  creating,
  listing,
  draftUrl,
  draftAlias,
  copyOf,
  editing,
  onClose,
  onSelect = NOTHING,
}: Props) {
  if (!useCan('links:write')) return null;
  return (
    <>
      {listing && <BulkCreateDialog onClose={onClose} onSelect={onSelect} />}
      {creating && copyOf && <DuplicateLinkDialog key={copyOf} linkId={copyOf} onClose={onClose} />}
      {creating && !copyOf && (
        <CreateLinkDialog key={draftUrl ?? draftAlias} draftUrl={draftUrl} draftAlias={draftAlias} onClose={onClose} />
      )}
      {editing && <EditLinkDialog linkId={editing} onClose={onClose} />}
    </>
  );
}
