import { useMutation, useQuery } from '@tanstack/react-query';
import { allDomains } from '@/entities/domain/domain.queries';
import { updateDomain, useStoreDomain } from '@/entities/domain/domain-mutations';
import type { QrLook } from '@/entities/qr-code/qr-code.types';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { messageOf } from '@/shared/api/errors';
import { toast } from '@/shared/ui/toast';

/** Makes the design the default of new codes of a domain. Nothing for a host that is not the workspace's. */
export function DomainDefault({ host, look }: { host: string; look: QrLook | null }) {
  const { data: domains } = useQuery(allDomains());
  const store = useStoreDomain();
  const domain = domains?.find((known) => known.host === host);
  const save = useMutation({
    mutationFn: ({ id, qrLook }: { id: string; qrLook: QrLook }) => updateDomain(id, { qrLook }),
    onSuccess: (changed) => {
      store(changed);
      toast({ title: `New codes of ${host} start with this design`, text: 'Saved codes are not changed.' });
    },
    onError: (error) => toast({ title: 'Couldn’t save the default design', text: messageOf(error), tone: 'bad' }),
  });
  if (!domain) return null;
  return (
    <PermissionButton
      permission="domains:manage"
      size="sm"
      wide
      busy={save.isPending}
      disabled={!look}
      onClick={() => look && save.mutate({ id: domain.id, qrLook: look })}
    >
      {`Use for new codes of ${host}`}
    </PermissionButton>
  );
}
