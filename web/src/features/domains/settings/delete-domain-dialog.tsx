import { useQuery } from '@tanstack/react-query';
import type { Domain } from '@/entities/domain/domain.types';
import { useDomainUsage } from '@/entities/domain/domain-detail.queries';
import { useDeleteDomain } from '@/entities/domain/domain-mutations';
import { useNewLinkDomain } from '@/entities/domain/new-link-domain';
import { messageOf } from '@/shared/api/errors';
import { plural } from '@/shared/lib/format';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { toast } from '@/shared/ui/toast';
import { domainClicks } from '../domain-clicks';
import { GRACE_DAYS, useRestore } from '../restore-domain';

interface Props {
  /** The dialog is open while this is set. */
  domain: Domain | null;
  onClose: () => void;
  onDone?: () => void;
}

/** Confirms the deletion of a domain, whose host must be typed, with its consequences for links, clicks and QR codes. */
export function DeleteDomainDialog({ domain, onClose, onDone }: Props) {
  const remove = useDeleteDomain();
  const usage = useDomainUsage(domain?.id ?? '');
  const clicks = useQuery({ ...domainClicks(domain?.host ?? ''), enabled: domain !== null }).data?.clicks;
  const { restore } = useRestore();
  const isPreset = useNewLinkDomain()?.id === domain?.id;

  function confirm() {
    if (!domain) return;
    remove.mutate(domain.id, {
      onSuccess: () => {
        toast({
          title: `${domain.unicodeHost} deleted`,
          text: `It can be restored for ${GRACE_DAYS} days.`,
          action: { label: 'Undo', run: () => restore(domain) },
        });
        onDone?.();
      },
      onError: (error) => toast({ title: 'Couldn’t delete the domain', text: messageOf(error), tone: 'bad' }),
      onSettled: onClose,
    });
  }

  return (
    <ConfirmDialog
      open={domain !== null}
      onClose={onClose}
      title={`Delete ${domain?.unicodeHost ?? 'domain'}?`}
      action="Delete domain"
      typed={domain?.host}
      onConfirm={confirm}
      busy={remove.isPending}
    >
      {domain && (
        <ul className="domain-consequences">
          <li>{linkConsequence(domain.host, usage?.links)}</li>
          {clicks ? <li>They had {plural(clicks, 'click')} in the last 30 days.</li> : null}
          {usage?.qrCodes ? (
            <li>{plural(usage.qrCodes, 'saved QR code')} will stop working, printed ones included.</li>
          ) : null}
          {isPreset && <li>New links use the default domain of this server instead.</li>}
          <li>You can restore the domain with its links for {GRACE_DAYS} days. Then they are deleted permanently.</li>
          <li>The DNS records stay with your provider. Remove them there if you no longer need them.</li>
        </ul>
      )}
    </ConfirmDialog>
  );
}

function linkConsequence(host: string, links: number | undefined): string {
  if (links === undefined) return `${host} stops answering at once, with all its links.`;
  if (links === 0) return `${host} stops answering at once. It has no links.`;
  return `${host} stops answering at once: ${plural(links, 'link')} will show “404 Not Found”.`;
}
