import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { inWorkspace, memberKeys, memberList } from '@/entities/member/member.queries';
import { useUser } from '@/entities/session/use-session';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { type Workspace, workspaceKeys } from '@/entities/workspace/workspace.queries';
import { api, body } from '@/shared/api/client';
import { messageOf } from '@/shared/api/errors';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { Field } from '@/shared/ui/field';
import { Select } from '@/shared/ui/select';
import { SettingsSection } from '@/shared/ui/settings-section';
import { toast } from '@/shared/ui/toast';

/** Transfers the ownership of the workspace, or deletes the workspace. */
export function WorkspaceActions({ workspace }: { workspace: Workspace }) {
  const [open, setOpen] = useState<'transfer' | 'delete'>();
  const close = () => setOpen(undefined);
  return (
    <SettingsSection title="Ownership" about="Only owners can transfer or delete the workspace.">
      <div className="flex flex-wrap gap-3">
        <PermissionButton permission="workspace:transfer" onClick={() => setOpen('transfer')}>
          Transfer ownership
        </PermissionButton>
        <PermissionButton permission="workspace:delete" tone="danger" onClick={() => setOpen('delete')}>
          Delete workspace
        </PermissionButton>
      </div>
      {open === 'transfer' && <TransferDialog onClose={close} />}
      {open === 'delete' && <DeleteDialog workspace={workspace} onClose={close} />}
    </SettingsSection>
  );
}

function TransferDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const email = useUser()?.email.toLowerCase();
  const others = (useQuery(memberList()).data ?? []).filter((member) => member.email.toLowerCase() !== email);
  const [chosen, setChosen] = useState('');
  const userId = chosen || (others[0]?.userId ?? '');
  const transfer = useMutation({
    mutationFn: () =>
      body(api.POST('/workspaces/{id}/transfer', { params: { path: inWorkspace() }, body: { userId } })),
    onSuccess: (changed) => {
      queries.setQueryData(workspaceKeys.current, changed);
      toast({ title: 'Ownership transferred', text: 'You are an admin of this workspace now.' });
      return queries.invalidateQueries({ queryKey: memberKeys.all });
    },
    onError: (error) => toast({ title: 'Couldn’t transfer the ownership', text: messageOf(error), tone: 'bad' }),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Transfer ownership?"
      action="Transfer ownership"
      onConfirm={() => userId && transfer.mutate()}
      busy={transfer.isPending}
    >
      {others.length === 0 ? (
        <p>The new owner must be a member. Invite someone first.</p>
      ) : (
        <>
          <p className="mb-4">The new owner can transfer and delete the workspace. You become an admin.</p>
          <Field label="New owner">
            {(field) => (
              <Select
                {...field}
                value={userId}
                options={others.map((member) => ({
                  value: member.userId,
                  label: `${member.firstName} ${member.lastName} (${member.email})`,
                }))}
                onChange={setChosen}
              />
            )}
          </Field>
        </>
      )}
    </ConfirmDialog>
  );
}

function DeleteDialog({ workspace, onClose }: { workspace: Workspace; onClose: () => void }) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api.DELETE('/workspaces/{id}', { params: { path: { id: workspace.id } } }),
    onSuccess: () => {
      onClose();
      // The page of a workspace that is not open says so, and offers to restore it.
      return queries.invalidateQueries();
    },
    onError: (error) => {
      onClose();
      toast({ title: 'Couldn’t delete the workspace', text: messageOf(error), tone: 'bad' });
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Delete ${workspace.name}?`}
      action="Delete workspace"
      typed={workspace.name}
      onConfirm={() => remove.mutate()}
      busy={remove.isPending}
    >
      <ul className="list-disc space-y-1 pl-5">
        <li>All members lose access at once.</li>
        <li>All its links and QR codes stop working, printed ones included. Visitors see that the link is gone.</li>
        <li>
          You can restore the workspace for 7 days. Then its links, domains and clicks are deleted permanently, and
          others can use its aliases.
        </li>
      </ul>
    </ConfirmDialog>
  );
}
