import { type ApiKey, useRevokeApiKey } from '@/entities/api-key/api-key.queries';
import { formatAgo } from '@/shared/lib/format';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { toastResult } from '@/shared/ui/toast-result';

/** Confirms that a key is revoked. */
export function RevokeKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const revoke = useRevokeApiKey();
  const { id, name, lastUsedAt } = apiKey;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Revoke ${name}?`}
      action="Revoke key"
      busy={revoke.isPending}
      onConfirm={() =>
        void toastResult(revoke.mutateAsync(id), () => ({ title: `${name} revoked` }), 'Couldn’t revoke the key').then(
          onClose,
        )
      }
    >
      <p>Requests with this key are rejected at once. This can’t be undone.</p>
      <p className="mt-2">
        {lastUsedAt ? `The key was last used ${formatAgo(lastUsedAt)}.` : 'The key has never been used.'}
      </p>
    </ConfirmDialog>
  );
}
