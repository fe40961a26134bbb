import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { identitiesQuery, meKeys } from '@/entities/session/me.queries';
import { api } from '@/shared/api/client';
import { messageOf } from '@/shared/api/errors';
import type { components } from '@/shared/api/schema';
import { formatAgo, formatDate } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { Icon } from '@/shared/ui/icon';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toast';

type Identity = components['schemas']['Identity'];

/** "https://login.example.com/realms/staff" → "login.example.com". */
function hostOf(issuer: string): string {
  return URL.parse(issuer)?.host ?? issuer;
}

/** Lists the single sign-ons that log in to the account. */
export function IdentitiesSection() {
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(identitiesQuery);
  const [ended, setEnded] = useState<Identity | null>(null);
  const disconnect = useMutation({
    mutationFn: (id: string) => api.DELETE('/me/identities/{id}', { params: { path: { id } } }),
    onSuccess: () => {
      setEnded(null);
      toast({ title: 'Single sign-on disconnected' });
    },
    onError: (failure) => toast({ title: 'Couldn’t disconnect it', text: messageOf(failure), tone: 'bad' }),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: meKeys.identities });
      await queryClient.invalidateQueries({ queryKey: meKeys.sessions });
    },
  });
  if (error) return <PanelError error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={58} className="max-w-[680px]" />;
  if (data.items.length === 0) return <p className="ui-muted">No single sign-on is connected.</p>;
  return (
    <>
      <ul className="ui-panel max-w-[680px]" aria-label="Connected single sign-ons">
        {data.items.map((identity) => (
          <li key={identity.id} className="ui-row flex-wrap first:border-t-0">
            <Icon name="key" />
            <div className="min-w-0">
              <p className="font-semibold">
                {identity.workspaceName} · {hostOf(identity.issuer)}
              </p>
              <p className="ui-small ui-muted">
                {identity.email && `${identity.email} · `}last used {formatAgo(identity.lastUsedAt)} · connected{' '}
                {formatDate(identity.linkedAt)}
              </p>
            </div>
            <Button
              size="sm"
              className="ml-auto"
              aria-label={`Disconnect ${identity.workspaceName}`}
              onClick={() => setEnded(identity)}
            >
              Disconnect
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={ended !== null}
        onClose={() => setEnded(null)}
        title={`Disconnect the single sign-on of ${ended?.workspaceName ?? 'the workspace'}?`}
        action="Disconnect"
        busy={disconnect.isPending}
        onConfirm={() => ended && disconnect.mutate(ended.id)}
      >
        It no longer logs in to your account, and its sessions end. The next sign-in with it asks for your password or a
        passkey.
      </ConfirmDialog>
    </>
  );
}
