import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { allFolders } from '@/entities/label/label.queries';
import { memberList } from '@/entities/member/member.queries';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { useCan } from '@/entities/workspace/use-can';
import { currentWorkspace } from '@/entities/workspace/workspace.queries';
import { Icon } from '@/shared/ui/icon';
import { lazyPart } from '@/shared/ui/lazy-part';
import { PageTitle } from '@/shared/ui/page-title';
import { PanelError } from '@/shared/ui/panel-error';
import { Skeleton } from '@/shared/ui/skeleton';
import { InvitationList } from './invitation-list';
import { MemberRow } from './member-row';
import { WorkspaceActions } from './workspace-actions';

const InviteDialog = lazyPart(() => import('./invite-dialog'), 'InviteDialog');

/** The members of the workspace and its pending invitations. */
export function MembersScreen() {
  const { data: members, error, refetch } = useQuery(memberList());
  const { data: workspace } = useQuery(currentWorkspace());
  const manages = useCan('members:manage');
  const { data: known = [] } = useQuery(allFolders());
  const restricted = known.filter(({ access }) => access === 'members');
  const owners = members?.filter(({ role }) => role === 'owner').length;
  const [inviting, setInviting] = useState(false);
  return (
    <>
      <PageTitle title="Members" lead={workspace && `The members of ${workspace.name} and their roles.`}>
        <PermissionButton permission="members:manage" tone="primary" onClick={() => setInviting(true)}>
          <Icon name="plus" />
          Invite
        </PermissionButton>
      </PageTitle>
      <div className="ui-panel mt-5">
        {error ? (
          <PanelError error={error} onRetry={refetch} />
        ) : members && workspace ? (
          <ul aria-label="Members">
            {members.map((member) => (
              <MemberRow
                key={member.userId}
                member={member}
                ownRole={workspace.role}
                onlyOwner={member.role === 'owner' && owners === 1}
                restricted={restricted}
              />
            ))}
          </ul>
        ) : (
          <Skeleton height={120} />
        )}
      </div>
      {workspace && manages && <InvitationList ownRole={workspace.role} />}
      <div className="mt-8">{workspace && <WorkspaceActions workspace={workspace} />}</div>
      {inviting && workspace && <InviteDialog ownRole={workspace.role} onClose={() => setInviting(false)} />}
    </>
  );
}
