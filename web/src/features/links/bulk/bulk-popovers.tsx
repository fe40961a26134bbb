import { useState } from 'react';
import { tagChoices } from '@/entities/label/tag-choices';
import { folderOptions, NEW_FOLDER } from '@/entities/label/ui/folder-options';
import { LabelPicker } from '@/entities/label/ui/label-picker';
import { t } from '@/shared/i18n/t';
import { lazyPart } from '@/shared/ui/lazy-part';
import { BulkTrigger } from './bulk-trigger';
import type { TargetFolder } from './new-folder-dialog';

interface TriggerState {
  disabled: boolean;
  /** Why the user may not change the selected links. */
  denied?: string;
}

/** Adds an existing or new tag. */
export function TagPopover({ onTag, ...state }: TriggerState & { onTag: (name: string) => void }) {
  return (
    <LabelPicker
      kind="tags"
      title={t('Tag the selected links')}
      label={t('Tag')}
      trigger={<BulkTrigger glyph="tag" label={t('Tag')} className="selection-first" {...state} />}
      options={(found) => tagChoices(found, found.text)}
      onChoose={onTag}
    />
  );
}

const NewFolderDialog = lazyPart(() => import('./new-folder-dialog'), 'NewFolderDialog');

/** Moves to an existing folder, to a new one, or out of any folder. */
export function MovePopover({ onMove, ...state }: TriggerState & { onMove: (folder: TargetFolder | null) => void }) {
  const [naming, setNaming] = useState(false);
  return (
    <>
      <LabelPicker
        kind="folders"
        title={t('Move to')}
        label={t('Folder')}
        trigger={<BulkTrigger glyph="folder" label={t('Move')} {...state} />}
        options={folderOptions}
        onChoose={(value, folder) => {
          if (value === NEW_FOLDER) setNaming(true);
          else onMove(folder ?? null);
        }}
      />
      {naming && <NewFolderDialog onClose={() => setNaming(false)} onCreate={onMove} />}
    </>
  );
}
