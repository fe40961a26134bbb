import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { passkeysKey, passkeysQuery } from '@/entities/passkey/passkey.queries';
import { hasPasskeys } from '@/entities/passkey/web-authn';
import { api } from '@/shared/api/client';
import { messageOf } from '@/shared/api/errors';
import type { components } from '@/shared/api/schema';
import { formatAgo, formatDate } from '@/shared/lib/format';
import { Badge } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { Icon } from '@/shared/ui/icon';
import { lazyPart } from '@/shared/ui/lazy-part';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toast';

const PasskeyDialog = lazyPart(() => import('./passkey-dialog'), 'PasskeyDialog');

type Passkey = components['schemas']['Passkey'];

/** Lists the user's passkeys. */
export function PasskeysSection() {
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(passkeysQuery);
  const [edited, setEdited] = useState<Passkey | 'new' | null>(null);
  const [removed, setRemoved] = useState<Passkey | null>(null);
  const remove = useMutation({
    mutationFn: (id: string) => api.DELETE('/me/passkeys/{id}', { params: { path: { id } } }),
    onSuccess: () => {
      setRemoved(null);
      toast({ title: 'Passkey removed' });
    },
    onError: (failure) => toast({ title: 'Couldn’t remove the passkey', text: messageOf(failure), tone: 'bad' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: passkeysKey }),
  });
  if (error) return <PanelError error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={58} className="max-w-[680px]" />;
  return (
    <>
      {data.items.length > 0 && (
        <ul className="ui-panel mb-4 max-w-[680px]">
          {data.items.map((passkey) => (
            <li key={passkey.id} className="ui-row flex-wrap first:border-t-0">
              <Icon name="key" />
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-2 font-semibold">
                  {passkey.name}
                  {passkey.synced && <Badge>Synced</Badge>}
                </p>
                <p className="ui-small ui-muted">
                  {passkey.lastUsedAt ? `Last used ${formatAgo(passkey.lastUsedAt)}` : 'Never used'} · added{' '}
                  {formatDate(passkey.createdAt)}
                </p>
              </div>
              <div className="ml-auto flex flex-wrap gap-2">
                <Button size="sm" aria-label={`Rename ${passkey.name}`} onClick={() => setEdited(passkey)}>
                  Rename
                </Button>
                <Button size="sm" aria-label={`Remove ${passkey.name}`} onClick={() => setRemoved(passkey)}>
                  Remove
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {hasPasskeys() ? (
        <Button onClick={() => setEdited('new')}>Add a passkey</Button>
      ) : (
        <p className="ui-muted">Passkeys aren’t available here. They need a current browser, HTTPS and a host name.</p>
      )}
      {edited && <PasskeyDialog passkey={edited === 'new' ? undefined : edited} onClose={() => setEdited(null)} />}
      <ConfirmDialog
        open={removed !== null}
        onClose={() => setRemoved(null)}
        title={`Remove ${removed?.name ?? 'the passkey'}?`}
        action="Remove passkey"
        busy={remove.isPending}
        onConfirm={() => removed && remove.mutate(removed.id)}
      >
        It no longer logs in to your account. Also delete it on your device.
      </ConfirmDialog>
    </>
  );
}
