import { useState } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { useLabelMutations } from '@/entities/label/label.queries';
import { folderOptions, NEW_FOLDER, NO_FOLDER } from '@/entities/label/ui/folder-options';
import { LabelPicker } from '@/entities/label/ui/label-picker';
import { RestrictedMark } from '@/entities/label/ui/restricted-mark';
import { useLabelsById } from '@/entities/label/use-labels-by-id';
import { LINK_FIELDS } from '@/entities/link/link-fields';
import { messageOf } from '@/shared/api/errors';
import { t } from '@/shared/i18n/t';
import { Button } from '@/shared/ui/button';
import { ComboButton } from '@/shared/ui/combobox';
import { Field, Input } from '@/shared/ui/field';
import type { LinkForm } from './link-form.schema';

/** The link's folder, with an option to create one. */
export function FolderField() {
  const { formState } = useFormContext<LinkForm>();
  const [naming, setNaming] = useState(false);
  return (
    <Controller<LinkForm, 'folderId'>
      name="folderId"
      render={({ field }) => (
        <>
          <Field label={LINK_FIELDS.folderId.label} error={formState.errors.folderId?.message}>
            {(control) => (
              <LabelPicker
                kind="folders"
                title={LINK_FIELDS.folderId.label}
                align="start"
                trigger={
                  <ComboButton {...control}>{naming ? t('New folder') : <FolderName id={field.value} />}</ComboButton>
                }
                options={folderOptions}
                onChoose={(id) => {
                  setNaming(id === NEW_FOLDER);
                  if (id !== NEW_FOLDER) field.onChange(id === NO_FOLDER ? '' : id);
                }}
              />
            )}
          </Field>
          {naming && (
            <NewFolder
              onCreate={(id) => {
                field.onChange(id);
                setNaming(false);
              }}
            />
          )}
        </>
      )}
    />
  );
}

/** The name of the chosen folder, with a lock if it is restricted. */
function FolderName({ id }: { id: string }) {
  const folder = useLabelsById('folders', id ? [id] : []).get(id);
  if (!id) return t('No folder');
  return (
    <>
      {folder?.name} {folder?.access === 'members' && <RestrictedMark />}
    </>
  );
}

/** Creates a folder. It is inside the link form, so Enter must not submit that. */
function NewFolder({ onCreate }: { onCreate: (id: string) => void }) {
  const { create } = useLabelMutations('folders');
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();

  async function submit() {
    if (create.isPending) return;
    if (!name.trim()) return setError('Enter a folder name.');
    try {
      onCreate((await create.mutateAsync({ name: name.trim() })).id);
    } catch (failure) {
      setError(messageOf(failure));
    }
  }

  return (
    <Field label={t('Folder name')} error={error}>
      {(control) => (
        <div className="ui-joined">
          <Input
            {...control}
            autoFocus
            maxLength={50}
            autoComplete="off"
            placeholder={t('Campaigns')}
            value={name}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              event.stopPropagation();
              void submit();
            }}
          />
          <Button busy={create.isPending} onClick={() => void submit()}>
            {t('Create')}
          </Button>
        </div>
      )}
    </Field>
  );
}
