import { useQuery } from '@tanstack/react-query';
import { Link as RouteLink } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Domain } from '@/entities/domain/domain.types';
import { useLinkCount } from '@/entities/domain/domain-detail.queries';
import { useEntryZone } from '@/entities/workspace/use-workspace-zone';
import { useNow } from '@/shared/hooks/use-now';
import { formatAgo, formatCount } from '@/shared/lib/format';
import { certificateText } from '../certificate-text';
import { domainClicks } from '../domain-clicks';

const REFRESH_MS = 30_000;

/** The figures of a domain: links, visits without a link, certificate and last check. */
export function DomainFigures({ domain }: { domain: Domain }) {
  const zone = useEntryZone();
  const now = useNow(REFRESH_MS);
  const links = useLinkCount(domain.id);
  const orphans = useQuery(domainClicks(domain.host, { orphans: true }));
  return (
    <dl className="ui-panel domain-figures">
      <Figure label="Links">
        <RouteLink to="/dashboard/links" search={{ domain: domain.host }}>
          {links === undefined ? '...' : formatCount(links)}
        </RouteLink>
      </Figure>
      <Figure label="Visits without a link" note="Last 30 days">
        <RouteLink to="/dashboard/analytics" search={{ domain: domain.host }}>
          {orphans.data ? formatCount(orphans.data.clicks) : orphans.isError ? '–' : '...'}
        </RouteLink>
      </Figure>
      <Figure label="Certificate">{certificateText(domain.certificate, zone) ?? 'None'}</Figure>
      {!domain.isDefault && (
        <Figure label="Last DNS check">
          {domain.checkedAt ? formatAgo(domain.checkedAt, new Date(now + REFRESH_MS)) : 'Never'}
        </Figure>
      )}
    </dl>
  );
}

function Figure({ label, note, children }: { label: string; note?: string; children: ReactNode }) {
  return (
    <div>
      <dt className="ui-small ui-muted">
        {label}
        {note && <span> · {note}</span>}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
