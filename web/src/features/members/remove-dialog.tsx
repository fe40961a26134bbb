import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { inWorkspace, type Member, memberDetail, memberKeys } from '@/entities/member/member.queries';
import { currentWorkspace } from '@/entities/workspace/workspace.queries';
import { api } from '@/shared/api/client';
import { messageOf } from '@/shared/api/errors';
import { plural } from '@/shared/lib/format';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { toast } from '@/shared/ui/toast';

/** Confirms the removal of a member, or leaving the workspace, with the consequences. */
export function RemoveDialog({ member, isSelf, onClose }: { member: Member; isSelf: boolean; onClose: () => void }) {
  const queries = useQueryClient();
  const { data: workspace } = useQuery(currentWorkspace());
  const { data: detail } = useQuery(memberDetail(member.userId));
  const remove = useMutation({
    mutationFn: () =>
      api.DELETE('/workspaces/{id}/members/{userId}', {
        params: { path: { ...inWorkspace(), userId: member.userId } },
      }),
    onSuccess: async () => {
      onClose();
      if (isSelf) {
        toast({ title: `You left ${workspace?.name ?? 'the workspace'}` });
        await queries.invalidateQueries();
        return;
      }
      toast({ title: `${member.firstName} ${member.lastName} removed` });
      await queries.invalidateQueries({ queryKey: memberKeys.all });
    },
    onError: (error) => {
      onClose();
      const title = isSelf ? 'Couldn’t leave the workspace' : 'Couldn’t remove the member';
      toast({ title, text: messageOf(error), tone: 'bad' });
    },
  });
  const who = isSelf ? 'You' : `${member.firstName} ${member.lastName}`;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={isSelf ? `Leave ${workspace?.name ?? 'the workspace'}?` : `Remove ${who}?`}
      action={isSelf ? 'Leave workspace' : 'Remove member'}
      onConfirm={() => remove.mutate()}
      busy={remove.isPending}
    >
      <ul className="list-disc space-y-1 pl-5">
        <li>
          {who} {isSelf ? 'lose' : 'loses'} access at once, on all devices.
        </li>
        {detail && (
          <li>
            {plural(detail.links, 'link')}, {plural(detail.qrCodes, 'QR code')} and{' '}
            {plural(detail.shares, 'shared report')} created by {isSelf ? 'you' : 'this member'} stay in the workspace
            and keep working.
          </li>
        )}
        <li>{isSelf ? 'Your' : 'Their'} API keys for this workspace stop working.</li>
        <li>{isSelf ? 'Your' : 'Their'} saved views and pending invitations in this workspace are deleted.</li>
      </ul>
    </ConfirmDialog>
  );
}
