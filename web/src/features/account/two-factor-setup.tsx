import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { startSetup, useRefreshSecondFactors } from '@/entities/second-factor/second-factor.queries';
import { api, body } from '@/shared/api/client';
import { FormSummary } from '@/shared/forms/form-summary';
import { useAppForm } from '@/shared/forms/use-app-form';
import { Button } from '@/shared/ui/button';
import { CopyButton } from '@/shared/ui/copy-button';
import { Dialog, DialogClose } from '@/shared/ui/dialog';
import { Field, Input } from '@/shared/ui/field';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toast';
import { RecoveryCodes } from './recovery-codes';

const schema = z.object({ code: z.string().check(z.regex(/^\s*\d{3}\s?\d{3}\s*$/, 'Enter the 6 digits of the app')) });

type Form = z.infer<typeof schema>;

/** Sets up an authenticator app: shows its key, confirms it with a code and shows the recovery codes. */
export function TwoFactorSetup({ onClose }: { onClose: () => void }) {
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null);
  const refresh = useRefreshSecondFactors();
  const setup = useQuery({
    queryKey: ['totp-setup'],
    queryFn: startSetup,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  const form = useAppForm({
    schema,
    defaultValues: { code: '' },
    guard: false,
    onSubmit: (values: Form) => body(api.POST('/me/second-factors/totp/confirm', { body: values })),
    onSuccess: async (result) => {
      setRecoveryCodes(result.recoveryCodes);
      toast({ title: 'Two-factor authentication is on', text: 'Your other sessions have ended.' });
      await refresh();
    },
  });
  if (recoveryCodes) {
    return (
      <Dialog open persistent onClose={onClose} title="Save your recovery codes" width={560}>
        <RecoveryCodes codes={recoveryCodes} onDone={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Set up two-factor authentication"
      description="Scan the code with an authenticator app, such as the one of your password manager, then enter the 6 digits that it shows."
      width={520}
      footer={
        <>
          <DialogClose>Cancel</DialogClose>
          <Button type="submit" form="totp-setup" tone="primary" busy={form.isPending} disabled={!setup.data}>
            Turn on
          </Button>
        </>
      }
    >
      {setup.error ? (
        <PanelError error={setup.error} onRetry={setup.refetch} />
      ) : (
        <form id="totp-setup" className="grid gap-4" noValidate onSubmit={form.submit}>
          {setup.data ? (
            <img
              className="mx-auto bg-white"
              width={200}
              height={200}
              alt="QR code with the key for the authenticator app"
              src={`data:image/svg+xml,${encodeURIComponent(setup.data.qrCode)}`}
            />
          ) : (
            <Skeleton height={200} />
          )}
          <Field label="Key" hint="Enter it in the app if you can’t scan the code.">
            {(field) => (
              <div className="ui-joined ui-full">
                <Input {...field} readOnly className="ui-mono" value={setup.data?.secret ?? ''} />
                <CopyButton text={setup.data?.secret ?? ''} what="the key" tone="plain" />
              </div>
            )}
          </Field>
          <Field label="Code" error={form.errorOf('code')}>
            {(field) => (
              <Input
                {...field}
                className="ui-mono"
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={9}
                {...form.register('code')}
              />
            )}
          </Field>
          <FormSummary messages={form.summary} />
        </form>
      )}
    </Dialog>
  );
}
