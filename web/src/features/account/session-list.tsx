import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { meKeys, sessionsQuery } from '@/entities/session/me.queries';
import { api } from '@/shared/api/client';
import { messageOf } from '@/shared/api/errors';
import { formatAgo, formatDate } from '@/shared/lib/format';
import { Badge } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toast';
import { DisconnectChoice } from './disconnect-choice';

function useEndSessions() {
  const queryClient = useQueryClient();
  const onSettled = async () => {
    await queryClient.invalidateQueries({ queryKey: meKeys.identities });
    await queryClient.invalidateQueries({ queryKey: meKeys.sessions });
  };
  const end = useMutation({
    mutationFn: (id: string) => api.DELETE('/me/sessions/{id}', { params: { path: { id } } }),
    onSuccess: () => toast({ title: 'Session ended' }),
    onError: (failure) => toast({ title: 'Couldn’t end the session', text: messageOf(failure), tone: 'bad' }),
    onSettled,
  });
  const endOthers = useMutation({
    mutationFn: (disconnectSingleSignOn: boolean) =>
      api.DELETE('/me/sessions', { params: { query: { disconnectSingleSignOn } } }),
    onSuccess: () => toast({ title: 'Other sessions ended' }),
    onError: (failure) => toast({ title: 'Couldn’t end the sessions', text: messageOf(failure), tone: 'bad' }),
    onSettled,
  });
  return { end, endOthers };
}

/** The user's sessions, the current one first. The others can be ended. */
export function SessionList() {
  const { data, error, refetch } = useQuery(sessionsQuery);
  const { end, endOthers } = useEndSessions();
  const [disconnect, setDisconnect] = useState(false);
  if (error) return <PanelError error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={58} className="max-w-[680px]" />;
  const sessions = data.items.toSorted((a, b) => Number(b.current) - Number(a.current));
  return (
    <>
      <ul className="ui-panel max-w-[680px]">
        {sessions.map((session) => (
          <li key={session.id} className="ui-row first:border-t-0">
            <Icon name={/iOS|Android/.test(session.device) ? 'phone' : 'desktop'} />
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-2 font-semibold">
                {session.device}
                {session.current && <Badge tone="ok">This browser</Badge>}
              </p>
              <p className="ui-small ui-muted">
                {session.place ? `${session.place} · ` : ''}
                last active {formatAgo(session.lastSeenAt)} · logged in {formatDate(session.createdAt)} · ends by{' '}
                {formatDate(session.endsAt)}
              </p>
            </div>
            {!session.current && (
              <Button
                size="sm"
                className="ml-auto"
                busy={end.isPending && end.variables === session.id}
                onClick={() => end.mutate(session.id)}
                aria-label={`End the session of ${session.device}`}
              >
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <div className="mt-4 grid justify-items-start gap-4">
          <DisconnectChoice checked={disconnect} onChange={setDisconnect} />
          <Button busy={endOthers.isPending} onClick={() => endOthers.mutate(disconnect)}>
            End all other sessions
          </Button>
        </div>
      )}
    </>
  );
}
