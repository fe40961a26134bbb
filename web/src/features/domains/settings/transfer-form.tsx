import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Domain } from '@/entities/domain/domain.types';
import { useLinkCount } from '@/entities/domain/domain-detail.queries';
import { useTransferDomain } from '@/entities/domain/domain-mutations';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { currentWorkspace } from '@/entities/workspace/workspace.queries';
import { workspaceList } from '@/entities/workspace/workspace-lists.queries';
import { messageOf } from '@/shared/api/errors';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { Field } from '@/shared/ui/field';
import { Select } from '@/shared/ui/select';
import { toast } from '@/shared/ui/toast';

/** Transfers a domain without links to another workspace of the user. */
export function TransferForm({ domain }: { domain: Domain }) {
  const { data: all = [] } = useQuery(workspaceList());
  const { data: current } = useQuery(currentWorkspace());
  const others = all.filter(({ id }) => id !== current?.id);
  const [target, setTarget] = useState('');
  const [confirming, setConfirming] = useState(false);
  const links = useLinkCount(domain.id);
  const transfer = useTransferDomain();
  const navigate = useNavigate();
  const chosen = others.find(({ id }) => id === target) ?? others[0];

  if (links) {
    return (
      <p className="ui-muted">
        This domain has links, and links stay in their workspace. Delete them and release their aliases first.
      </p>
    );
  }
  if (!chosen) return <p className="ui-muted">You don’t manage another workspace.</p>;

  function confirm() {
    if (!chosen) return;
    transfer.mutate(
      { id: domain.id, workspaceId: chosen.id },
      {
        onSuccess: () => {
          toast({ title: `${domain.unicodeHost} transferred`, text: `It now belongs to ${chosen.name}.` });
          void navigate({ to: '/dashboard/domains' });
        },
        onError: (error) => toast({ title: 'Couldn’t transfer the domain', text: messageOf(error), tone: 'bad' }),
        onSettled: () => setConfirming(false),
      },
    );
  }

  return (
    <div className="grid max-w-[560px] gap-4">
      <Field label="Workspace">
        {(control) => (
          <Select
            {...control}
            value={chosen.id}
            options={others.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={setTarget}
          />
        )}
      </Field>
      <div>
        <PermissionButton permission="domains:manage" onClick={() => setConfirming(true)}>
          Transfer domain…
        </PermissionButton>
      </div>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        title={`Transfer ${domain.unicodeHost}?`}
        action="Transfer domain"
        tone="primary"
        onConfirm={confirm}
        busy={transfer.isPending}
      >
        <p>The domain moves to {chosen.name} with its settings. This workspace can no longer use it.</p>
      </ConfirmDialog>
    </div>
  );
}
