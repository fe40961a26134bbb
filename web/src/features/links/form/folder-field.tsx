import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { folders, useLabelMutations } from '@/entities/label/label.queries';
import { messageOf } from '@/shared/api/errors';
import { Button } from '@/shared/ui/button';
import { Field, Input } from '@/shared/ui/field';
import { Select } from '@/shared/ui/select';
import type { LinkForm } from './link-form.schema';

// A choice needs a value, and the empty text is none.
const NONE = 'none';
const NEW = 'new';

/** Which folder the link is in; a new one can be made here. */
export function FolderField() {
  const { formState } = useFormContext<LinkForm>();
  const { data = [] } = useQuery(folders());
  const [naming, setNaming] = useState(false);
  const options = [
    { value: NONE, label: 'No folder' },
    ...data.map((folder) => ({ value: folder.id, label: folder.name })),
    { value: NEW, label: 'New folder…' },
  ];
  return (
    <Controller<LinkForm, 'folderId'>
      name="folderId"
      render={({ field }) => (
        <>
          <Field label="Folder" error={formState.errors.folderId?.message}>
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
              onMade={(id) => {
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

/** Names the folder and makes it. It stands inside the link's form, so Enter must not send that. */
function NewFolder({ onMade }: { onMade: (id: string) => void }) {
  const { create } = useLabelMutations('folders');
  const [name, setName] = useState('');
  const [fault, setFault] = useState<string>();

  async function make() {
    if (create.isPending) return;
    if (!name.trim()) return setFault('Enter a name for the folder.');
    try {
      onMade((await create.mutateAsync({ name: name.trim() })).id);
    } catch (error) {
      setFault(messageOf(error));
    }
  }

  return (
    <Field label="Name of the new folder" error={fault}>
      {(control) => (
        <div className="joined">
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
              void make();
            }}
          />
          <Button busy={create.isPending} onClick={() => void make()}>
            Create
          </Button>
        </div>
      )}
    </Field>
  );
}
