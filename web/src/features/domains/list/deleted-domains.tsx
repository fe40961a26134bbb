import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DeletedDomain } from '@/entities/domain/domain.types';
import { deletedDomains, useLinkCount } from '@/entities/domain/domain-detail.queries';
import { usePurgeDomain } from '@/entities/domain/domain-mutations';
import { DomainName } from '@/entities/domain/ui/domain-name';
import { PermissionButton } from '@/entities/workspace/ui/permission-controls';
import { useEntryZone } from '@/entities/workspace/use-workspace-zone';
import { useNow } from '@/shared/hooks/use-now';
import { formatDate, plural } from '@/shared/lib/format';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { toastResult } from '@/shared/ui/toast-result';
import { useRestore } from '../restore-domain';

const DAY_MS = 86_400_000;
const REFRESH_MS = 60_000;

/** The deleted domains that can be restored; nothing when there are none. */
export function DeletedDomains() {
  const { data = [] } = useQuery(deletedDomains());
  const [purging, setPurging] = useState<DeletedDomain | null>(null);
  const now = useNow(REFRESH_MS);
  if (data.length === 0) return null;
  return (
    <section className="ui-panel mt-6" aria-labelledby="deleted-domains">
      <header>
        <h2 id="deleted-domains">Recently deleted</h2>
      </header>
      <ul>
        {data.map((domain) => (
          <DeletedRow key={domain.id} domain={domain} now={now} onPurge={() => setPurging(domain)} />
        ))}
      </ul>
      <PurgeDialog domain={purging} onClose={() => setPurging(null)} />
    </section>
  );
}

interface RowProps {
  domain: DeletedDomain;
  now: number;
  onPurge: () => void;
}

function DeletedRow({ domain, now, onPurge }: RowProps) {
  const zone = useEntryZone();
  const links = useLinkCount(domain.id);
  const { restore, isPending } = useRestore();
  const days = Math.max(1, Math.ceil((Date.parse(domain.purgeAt) - now - REFRESH_MS) / DAY_MS));
  return (
    <li className="ui-row domain-deleted">
      <DomainName domain={domain} />
      <span className="ui-small ui-muted">
        {links !== undefined && `${plural(links, 'link')} · `}
        {plural(days, 'day')} left, until {formatDate(domain.purgeAt, zone)}
      </span>
      <PermissionButton
        permission="domains:manage"
        size="sm"
        busy={isPending}
        aria-label={`Restore ${domain.unicodeHost}`}
        onClick={() => restore(domain)}
      >
        Restore
      </PermissionButton>
      <PermissionButton
        permission="domains:manage"
        size="sm"
        tone="quiet"
        aria-label={`Delete ${domain.unicodeHost} permanently`}
        onClick={onPurge}
      >
        Delete permanently
      </PermissionButton>
    </li>
  );
}

function PurgeDialog({ domain, onClose }: { domain: DeletedDomain | null; onClose: () => void }) {
  const purge = usePurgeDomain();
  const links = useLinkCount(domain?.id ?? '');

  function confirm() {
    if (!domain) return;
    void toastResult(
      purge.mutateAsync(domain.id),
      () => ({ title: `${domain.unicodeHost} deleted permanently` }),
      'Couldn’t delete the domain',
    ).then(onClose);
  }

  return (
    <ConfirmDialog
      open={domain !== null}
      onClose={onClose}
      title={`Delete ${domain?.unicodeHost ?? 'domain'} permanently?`}
      action="Delete permanently"
      typed={domain?.host}
      onConfirm={confirm}
      busy={purge.isPending}
    >
      <p>
        {links ? `Its ${plural(links, 'link')} will be deleted too. ` : 'It has no links. '}
        Recorded clicks stay in the reports. You can’t undo this.
      </p>
    </ConfirmDialog>
  );
}
