import { type ApiKey, useRevokeApiKey } from '@/entities/api-key/api-key.queries';
import { messageOf } from '@/shared/api/errors';
import { formatAgo } from '@/shared/lib/format';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { toast } from '@/shared/ui/toast';

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
        revoke.mutate(id, {
          onSuccess: () => toast({ title: `${name} revoked` }),
          onError: (error) => toast({ title: 'Couldn’t revoke the key', text: messageOf(error), tone: 'bad' }),
          onSettled: onClose,
        })
      }
    >
      <p>Requests with this key are rejected at once. This can’t be undone.</p>
      <p className="mt-2">
        {lastUsedAt ? `The key was last used ${formatAgo(lastUsedAt)}.` : 'The key has never been used.'}
      </p>
    </ConfirmDialog>
  );
}
