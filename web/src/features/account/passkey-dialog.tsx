import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { passkeysKey } from '@/entities/passkey/passkey.queries';
import { createPasskey, isCancelled } from '@/entities/passkey/web-authn';
import { api } from '@/shared/api/client';
import { messageOf } from '@/shared/api/errors';
import type { components } from '@/shared/api/schema';
import { FormDialog } from '@/shared/forms/form-dialog';
import { useAppForm } from '@/shared/forms/use-app-form';
import { Field, Input } from '@/shared/ui/field';
import { toast } from '@/shared/ui/toast';

const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'Enter a name'), z.maxLength(80, 'Use at most 80 characters')),
});

type Form = z.infer<typeof schema>;

interface Props {
  /** The passkey to rename; without one, a new one is created. */
  passkey?: components['schemas']['Passkey'] | undefined;
  onClose: () => void;
}

/** Creates or renames a passkey. */
export function PasskeyDialog({ passkey, onClose }: Props) {
  const queryClient = useQueryClient();
  const form = useAppForm({
    schema,
    defaultValues: { name: passkey?.name ?? '' },
    onSubmit: async (body: Form) => {
      if (passkey) await api.PATCH('/me/passkeys/{id}', { params: { path: { id: passkey.id } }, body });
      else await createPasskey(body.name);
    },
    onSuccess: async () => {
      onClose();
      toast({ title: passkey ? 'Passkey renamed' : 'Passkey added' });
      await queryClient.invalidateQueries({ queryKey: passkeysKey });
    },
    errorTitle: passkey ? 'Couldn’t rename the passkey' : 'Couldn’t add the passkey',
    errorText: (error) => {
      if (isCancelled(error)) return 'Your device didn’t create a passkey. Try again.';
      if (error instanceof DOMException && error.name === 'InvalidStateError') {
        return 'This device already has a passkey for your account.';
      }
      return messageOf(error);
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title={passkey ? 'Rename the passkey' : 'Add a passkey'}
      description={
        passkey
          ? undefined
          : 'Your device asks for your fingerprint, face or PIN. Afterwards the passkey logs you in without your password.'
      }
      width={460}
      form={form}
      action={passkey ? 'Rename' : 'Continue'}
    >
      <Field label="Name" hint="Such as the device that stores it." error={form.errorOf('name')}>
        {(field) => <Input {...field} autoComplete="off" placeholder="MacBook" {...form.register('name')} />}
      </Field>
    </FormDialog>
  );
}
