import { Link as RouteLink } from '@tanstack/react-router';
import type { Domain } from '@/entities/domain/domain.types';
import { useLinkCount } from '@/entities/domain/domain-detail.queries';
import { DomainBadge } from '@/entities/domain/ui/domain-badge';
import { DomainName } from '@/entities/domain/ui/domain-name';
import { NewLinksBadge } from '@/entities/domain/ui/new-links-badge';
import { useEntryZone } from '@/entities/workspace/use-workspace-zone';
import { useMedia } from '@/shared/hooks/use-media';
import { useNow } from '@/shared/hooks/use-now';
import { formatAgo, formatCount, plural } from '@/shared/lib/format';
import { Badge } from '@/shared/ui/badge';
import { type Column, DataTable } from '@/shared/ui/data-table';
import { certificateText } from '../certificate-text';
import { DomainMenu } from './domain-menu';

interface Props {
  domains: readonly Domain[];
  onDelete: (domain: Domain) => void;
}

const REFRESH_MS = 30_000;

/** The domains as a table; on phones as a list. */
export function DomainsTable({ domains, onDelete }: Props) {
  const phone = useMedia('(max-width: 767px)');
  const zone = useEntryZone();
  const now = useNow(REFRESH_MS);
  if (phone) {
    return (
      <ul className="ui-panel mt-6" aria-label="Domains">
        {domains.map((domain) => (
          <li key={domain.id} className="domain-item">
            <NameLink domain={domain} />
            <DomainMenu domain={domain} onDelete={() => onDelete(domain)} />
            <Facts domain={domain} zone={zone} />
          </li>
        ))}
      </ul>
    );
  }
  const columns: Column<Domain>[] = [
    { key: 'name', head: 'Domain', cell: (domain) => <NameLink domain={domain} /> },
    { key: 'status', head: 'Status', cell: (domain) => <Status domain={domain} /> },
    { key: 'certificate', head: 'Certificate', cell: (domain) => certificateText(domain.certificate, zone) ?? '–' },
    { key: 'links', head: 'Links', numeric: true, cell: (domain) => <LinksOf domain={domain} /> },
    {
      key: 'check',
      head: 'Last check',
      cell: ({ checkedAt }) =>
        checkedAt ? <time dateTime={checkedAt}>{formatAgo(checkedAt, new Date(now + REFRESH_MS))}</time> : '–',
    },
    {
      key: 'menu',
      head: <span className="ui-sr-only">Actions</span>,
      numeric: true,
      cell: (domain) => <DomainMenu domain={domain} onDelete={() => onDelete(domain)} />,
    },
  ];
  return (
    <div className="ui-panel mt-6">
      <DataTable caption="Domains" columns={columns} rows={domains} rowKey={({ id }) => id} />
    </div>
  );
}

/** The host as a link to its settings, or to its setup until it is verified. The default domain has no settings. */
function NameLink({ domain }: { domain: Domain }) {
  if (domain.isDefault) return <DomainName domain={domain} />;
  return (
    <RouteLink
      to={domain.status === 'pending' ? '/dashboard/domains/$domainId/setup' : '/dashboard/domains/$domainId'}
      params={{ domainId: domain.id }}
      className="block min-w-0"
    >
      <DomainName domain={domain} />
    </RouteLink>
  );
}

function Status({ domain }: { domain: Domain }) {
  return (
    <span className="inline-flex flex-wrap gap-2">
      <DomainBadge domain={domain} />
      {domain.isDefault && <Badge>Server default</Badge>}
      <NewLinksBadge domain={domain} />
    </span>
  );
}

function LinksOf({ domain }: { domain: Domain }) {
  const links = useLinkCount(domain.id);
  if (links === undefined) return '…';
  return (
    <RouteLink
      to="/dashboard/links"
      search={{ domain: domain.host }}
      aria-label={`${plural(links, 'link')} on ${domain.unicodeHost}`}
    >
      {formatCount(links)}
    </RouteLink>
  );
}

/** Status, links and certificate in one line. */
function Facts({ domain, zone }: { domain: Domain; zone: string }) {
  const links = useLinkCount(domain.id);
  const parts = [links === undefined ? null : plural(links, 'link'), certificateText(domain.certificate, zone)];
  return (
    <p className="domain-facts">
      <Status domain={domain} />
      <span className="ui-small ui-muted">{parts.filter(Boolean).join(' · ')}</span>
    </p>
  );
}
