import { useFormContext } from 'react-hook-form';
import * as z from 'zod/mini';
import { MAX_PRESET_NAME, useCreateQrPreset } from '@/entities/qr-code/qr-preset.queries';
import { messageOf } from '@/shared/api/errors';
import { useAppForm } from '@/shared/forms/use-app-form';
import { Button } from '@/shared/ui/button';
import { Field, Input } from '@/shared/ui/field';
import { toast } from '@/shared/ui/toast';
import type { QrForm } from './qr-form.schema';

const NAME = { error: `Enter 1 to ${MAX_PRESET_NAME} characters.` };
const schema = z.object({
  presetName: z.string().check(z.trim(), z.minLength(1, NAME), z.maxLength(MAX_PRESET_NAME, NAME)),
});

/** Saves the current look under a name. It is inside the form of the code, so that it has no form element. */
export function SavePreset() {
  const { getValues } = useFormContext<QrForm>();
  const create = useCreateQrPreset();
  const form = useAppForm({
    schema,
    defaultValues: { presetName: '' },
    onSubmit: ({ presetName }) => create.mutateAsync({ name: presetName, look: getValues('look') }),
    onSuccess: (preset): void => {
      toast({ title: 'Preset saved', text: `Apply ${preset.name} to any code of the workspace.` });
      form.reset({ presetName: '' });
    },
    onError: (error, methods) => methods.setError('presetName', { message: messageOf(error) }),
  });
  return (
    <div className="studio-save-preset">
      <Field label="Preset name" error={form.errorOf('presetName')}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            placeholder="Spring campaign"
            {...form.register('presetName')}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              void form.submit();
            }}
          />
        )}
      </Field>
      <Button busy={form.isPending} onClick={() => void form.submit()}>
        Save as preset
      </Button>
    </div>
  );
}
