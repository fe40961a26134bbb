import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { type Folder, folders, useLabelMutations } from '@/entities/label/label.queries';
import { RestrictedMark } from '@/entities/label/ui/restricted-mark';
import { LINK_FIELDS } from '@/entities/link/link-fields';
import { messageOf } from '@/shared/api/errors';
import { Button } from '@/shared/ui/button';
import { Field, Input } from '@/shared/ui/field';
import { Select } from '@/shared/ui/select';
import type { LinkForm } from './link-form.schema';

// Select options need a non-empty value.
const NONE = 'none';
const NEW = 'new';

/** The link's folder, with an option to create one. */
export function FolderField() {
  const { formState } = useFormContext<LinkForm>();
  const { data = [] } = useQuery(folders());
  const [naming, setNaming] = useState(false);
  const options = [
    { value: NONE, label: 'No folder' },
    ...data.map((folder) => ({
      value: folder.id,
      label: <FolderName folder={folder} />,
      disabled: folder.level === 'read',
    })),
    { value: NEW, label: 'New folder…' },
  ];
  return (
    <Controller<LinkForm, 'folderId'>
      name="folderId"
      render={({ field }) => (
        <>
          <Field label={LINK_FIELDS.folderId.label} error={formState.errors.folderId?.message}>
            {(control) => (
              <Select
                {...control}
                value={naming ? NEW : field.value || NONE}
                options={options}
                onChange={(id) => {
                  setNaming(id === NEW);
                  if (id !== NEW) field.onChange(id === NONE ? '' : id);
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

/** The name of a folder as a choice, with a lock if it is restricted. */
function FolderName({ folder }: { folder: Folder }) {
  const name = folder.level === 'read' ? `${folder.name} (read only)` : folder.name;
  if (folder.access !== 'members') return name;
  return (
    <span className="inline-flex items-center gap-2">
      {name} <RestrictedMark />
    </span>
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
    <Field label="Folder name" error={error}>
      {(control) => (
        <div className="ui-joined">
          <Input
            {...control}
            autoFocus
            maxLength={50}
            autoComplete="off"
            placeholder="Campaigns"
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
            Create
          </Button>
        </div>
      )}
    </Field>
  );
}
