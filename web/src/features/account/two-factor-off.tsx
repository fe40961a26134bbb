import { useRefreshSecondFactors } from '@/entities/second-factor/second-factor.queries';
import { api } from '@/shared/api/client';
import { toast } from '@/shared/ui/toast';
import { type PasswordBody, PasswordDialog } from './password-dialog';

/** Turns off two-factor authentication. */
export function TwoFactorOff({ onClose }: { onClose: () => void }) {
  const refresh = useRefreshSecondFactors();
  return (
    <PasswordDialog
      title="Turn off two-factor authentication?"
      description="Your password alone will log in again. Your recovery codes and your other sessions end."
      action="Turn off"
      tone="danger"
      onSubmit={(body: PasswordBody) => api.DELETE('/me/second-factors/totp', { body })}
      onSuccess={async () => {
        onClose();
        toast({ title: 'Two-factor authentication is off' });
        await refresh();
      }}
      onClose={onClose}
    />
  );
}
