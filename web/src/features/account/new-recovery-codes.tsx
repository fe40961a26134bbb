import { useState } from 'react';
import { useRefreshSecondFactors } from '@/entities/second-factor/second-factor.queries';
import { api, body } from '@/shared/api/client';
import { Dialog } from '@/shared/ui/dialog';
import { type PasswordBody, PasswordDialog } from './password-dialog';
import { RecoveryCodes } from './recovery-codes';

/** Replaces the recovery codes and shows the new ones. */
export function NewRecoveryCodes({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const refresh = useRefreshSecondFactors();
  if (codes) {
    return (
      <Dialog open persistent onClose={onClose} title="Save your recovery codes" width={560}>
        <RecoveryCodes codes={codes} onDone={onClose} />
      </Dialog>
    );
  }
  return (
    <PasswordDialog
      title="Create new recovery codes?"
      description="Your current recovery codes stop working."
      action="Create codes"
      onSubmit={(values: PasswordBody) => body(api.POST('/me/second-factors/recovery-codes', { body: values }))}
      onSuccess={async (result) => {
        setCodes(result.recoveryCodes);
        await refresh();
      }}
      onClose={onClose}
    />
  );
}
