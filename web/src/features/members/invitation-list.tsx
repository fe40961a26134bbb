import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type Invitation,
  inWorkspace,
  memberKeys,
  pendingInvitations,
  type Role,
  roleLabel,
} from '@/entities/member/member.queries';
import { api } from '@/shared/api/client';
import { messageOf } from '@/shared/api/errors';
import { formatDate } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';
import { PanelError } from '@/shared/ui/panel-error';
import { toast } from '@/shared/ui/toast';

/** The pending invitations, which can be revoked. Nothing while there are none. */
export function InvitationList({ ownRole }: { ownRole: Role }) {
  const queries = useQueryClient();
  const { data: invitations, error, refetch } = useQuery(pendingInvitations());
  const revoke = useMutation({
    mutationFn: (invitationId: string) =>
      api.DELETE('/workspaces/{id}/invitations/{invitationId}', {
        params: { path: { ...inWorkspace(), invitationId } },
      }),
    onSuccess: () => toast({ title: 'Invitation revoked', text: 'Its link no longer works.' }),
    onError: (failure) => toast({ title: 'Couldn’t revoke the invitation', text: messageOf(failure), tone: 'bad' }),
    onSettled: () => queries.invalidateQueries({ queryKey: memberKeys.invitations }),
  });
  if (error) return <PanelError error={error} onRetry={refetch} />;
  if (!invitations?.length) return null;
  return (
    <section className="mt-8" aria-labelledby="pending-invitations">
      <h2 id="pending-invitations" className="text-18">
        Pending invitations
      </h2>
      <ul className="ui-panel mt-3">
        {invitations.map((invitation) => (
          <li key={invitation.id} className="ui-row first:border-t-0 flex-wrap">
            <div className="min-w-0 flex-[1_1_16rem]">
              <p className="break-words font-semibold">{recipient(invitation)}</p>
              <p className="ui-small ui-muted">
                {roleLabel(invitation.role)} · invited by {invitation.inviterName} · expires{' '}
                {formatDate(invitation.expiresAt)}
              </p>
            </div>
            {(invitation.role !== 'owner' || ownRole === 'owner') && (
              <Button
                size="sm"
                busy={revoke.isPending && revoke.variables === invitation.id}
                onClick={() => revoke.mutate(invitation.id)}
                aria-label={`Revoke the invitation of ${recipient(invitation)}`}
              >
                Revoke
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function recipient({ email }: Invitation): string {
  return email ?? 'Anyone with the link';
}
