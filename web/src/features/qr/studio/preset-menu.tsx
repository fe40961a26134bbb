import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import * as z from 'zod/mini';
import {
  MAX_PRESET_NAME,
  type QrPreset,
  useDeleteQrPreset,
  useUpdateQrPreset,
} from '@/entities/qr-code/qr-preset.queries';
import { FormDialog } from '@/shared/forms/form-dialog';
import { useAppForm } from '@/shared/forms/use-app-form';
import { Button } from '@/shared/ui/button';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { Field, Input } from '@/shared/ui/field';
import { Icon } from '@/shared/ui/icon';
import { Menu, MenuItem, MenuRule } from '@/shared/ui/menu';
import { toast } from '@/shared/ui/toast';
import { toastResult } from '@/shared/ui/toast-result';
import type { QrForm } from './qr-form.schema';

/** Renames a preset, gives it the current design, or deletes it. */
export function PresetMenu({ preset }: { preset: QrPreset }) {
  const { getValues } = useFormContext<QrForm>();
  const [open, setOpen] = useState<'rename' | 'delete' | null>(null);
  const update = useUpdateQrPreset();
  const remove = useDeleteQrPreset();
  const close = () => setOpen(null);

  function replace() {
    void toastResult(
      update.mutateAsync({ id: preset.id, change: { look: getValues('look') } }),
      () => ({ title: `${preset.name} has the current design` }),
      'Couldn’t save the preset',
    );
  }

  function confirmDelete() {
    void toastResult(
      remove.mutateAsync(preset.id),
      () => ({ title: 'Preset deleted' }),
      'Couldn’t delete the preset',
    ).then(close);
  }

  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button icon size="sm" tone="quiet" aria-label={`Actions for ${preset.name}`}>
            <Icon name="more" />
          </Button>
        }
      >
        <MenuItem onSelect={() => setOpen('rename')}>Rename</MenuItem>
        <MenuItem onSelect={replace}>Replace with current design</MenuItem>
        <MenuRule />
        <MenuItem danger onSelect={() => setOpen('delete')}>
          Delete
        </MenuItem>
      </Menu>
      {open === 'rename' && <RenameDialog preset={preset} onClose={close} />}
      <ConfirmDialog
        open={open === 'delete'}
        onClose={close}
        title={`Delete ${preset.name}?`}
        action="Delete preset"
        onConfirm={confirmDelete}
        busy={remove.isPending}
      >
        <p>Codes that were designed with it keep their design.</p>
      </ConfirmDialog>
    </>
  );
}

const NAME = { error: `Enter 1 to ${MAX_PRESET_NAME} characters.` };
const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, NAME), z.maxLength(MAX_PRESET_NAME, NAME)),
});

function RenameDialog({ preset: { id, name }, onClose }: { preset: QrPreset; onClose: () => void }) {
  const update = useUpdateQrPreset();
  const form = useAppForm({
    schema,
    defaultValues: { name },
    onSubmit: (change) => update.mutateAsync({ id, change }),
    onSuccess: (): void => {
      toast({ title: 'Preset renamed' });
      onClose();
    },
  });
  return (
    <FormDialog form={form} width={440} title={`Rename ${name}`} action="Rename" onClose={onClose}>
      <Field label="Name" error={form.errorOf('name')}>
        {(control) => <Input {...control} autoFocus autoComplete="off" {...form.register('name')} />}
      </Field>
    </FormDialog>
  );
}
