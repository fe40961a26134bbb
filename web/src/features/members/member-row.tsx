import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Folder } from '@/entities/label/label.queries';
import { RestrictedMark } from '@/entities/label/ui/restricted-mark';
import {
  inWorkspace,
  type Member,
  memberKeys,
  type Role,
  roleLabel,
  rolesUpTo,
} from '@/entities/member/member.queries';
import { useUser } from '@/entities/session/use-session';
import { DeniedButton } from '@/entities/workspace/ui/permission-controls';
import { useDenied } from '@/entities/workspace/use-can';
import { workspaceKeys } from '@/entities/workspace/workspace.queries';
import { api, body } from '@/shared/api/client';
import { messageOf } from '@/shared/api/errors';
import { formatDate } from '@/shared/lib/format';
import { Badge } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Select } from '@/shared/ui/select';
import { toast } from '@/shared/ui/toast';

const RemoveDialog = lazyPart(() => import('./remove-dialog'), 'RemoveDialog');

const ONLY_OWNER = 'You are the only owner. Transfer the ownership or delete the workspace instead.';

interface Props {
  member: Member;
  ownRole: Role;
  /** Whether the workspace has no other owner than this member. */
  onlyOwner: boolean;
  /** The restricted folders that the user sees. */
  restricted: readonly Folder[];
}

/** A member with a choice of roles and a button to remove the member, or to leave. */
export function MemberRow({ member, ownRole, onlyOwner, restricted }: Props) {
  const [removing, setRemoving] = useState(false);
  const isSelf = useUser()?.email.toLowerCase() === member.email.toLowerCase();
  const denied = useRankDenied(member, ownRole);
  const name = `${member.firstName} ${member.lastName}`;
  return (
    <li className="ui-row first:border-t-0 flex-wrap">
      <div className="min-w-0 flex-[1_1_16rem]">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {name}
          {isSelf && <Badge tone="ok">You</Badge>}
        </p>
        <p className="ui-small ui-muted break-words">
          {member.email} · joined {formatDate(member.joinedAt)}
        </p>
        <FolderAccess member={member} restricted={restricted} />
      </div>
      {denied ? (
        <span className="ui-muted" title={denied}>
          {roleLabel(member.role)}
        </span>
      ) : (
        <RoleSelect member={member} name={name} ownRole={ownRole} />
      )}
      {isSelf && onlyOwner && (
        <DeniedButton size="sm" className="min-w-[5.25rem]" reason={ONLY_OWNER}>
          Leave
        </DeniedButton>
      )}
      {(isSelf ? !onlyOwner : !denied) && (
        <Button
          size="sm"
          className="min-w-[5.25rem]"
          onClick={() => setRemoving(true)}
          aria-label={isSelf ? undefined : `Remove ${name}`}
        >
          {isSelf ? 'Leave' : 'Remove'}
        </Button>
      )}
      {removing && <RemoveDialog member={member} isSelf={isSelf} onClose={() => setRemoving(false)} />}
    </li>
  );
}

/** The restricted folders that a member has access to. Owners and admins have access to all of them. */
function FolderAccess({ member, restricted }: { member: Member; restricted: readonly Folder[] }) {
  if (member.role === 'owner' || member.role === 'admin') return null;
  const levels = restricted.flatMap((folder) => {
    const level = folder.members.find(({ userId }) => userId === member.userId)?.level;
    return level ? [`${folder.name} (${level === 'write' && member.role === 'editor' ? 'edit' : 'read'})`] : [];
  });
  if (levels.length === 0) return null;
  return (
    <p className="ui-small ui-muted flex items-baseline gap-1">
      <RestrictedMark />
      <span className="min-w-0 break-words">Restricted folders: {levels.join(', ')}</span>
    </p>
  );
}

/** Why the user may not change a member, as a sentence; undefined when they may. */
function useRankDenied(member: Member, ownRole: Role): string | undefined {
  const denied = useDenied('members:manage');
  if (denied) return denied;
  return member.role === 'owner' && ownRole !== 'owner' ? 'Only an owner can change or remove owners.' : undefined;
}

function RoleSelect({ member, name, ownRole }: { member: Member; name: string; ownRole: Role }) {
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (role: Role) =>
      body(
        api.PATCH('/workspaces/{id}/members/{userId}', {
          params: { path: { ...inWorkspace(), userId: member.userId } },
          body: { role },
        }),
      ),
    onSuccess: ({ role }) => toast({ title: 'Role changed', text: `${name}: ${roleLabel(role)}` }),
    onError: (error) => toast({ title: 'Couldn’t change the role', text: messageOf(error), tone: 'bad' }),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: memberKeys.all }),
        queries.invalidateQueries({ queryKey: workspaceKeys.current }),
      ]),
  });
  return (
    <Select
      className="w-[9rem]"
      aria-label={`Role of ${name}`}
      value={change.isPending ? change.variables : member.role}
      options={rolesUpTo(ownRole)}
      onChange={(role) => change.mutate(role)}
      disabled={change.isPending}
    />
  );
}
