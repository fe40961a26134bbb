import { useQuery } from '@tanstack/react-query';
import { domains } from '@/entities/domain/domain.queries';
import { useNewLinkDomain } from '@/entities/domain/new-link-domain';
import { defaultHost } from '@/entities/link/hosts';
import { HostCell } from '@/entities/link/ui/host-cell';
import { t } from '@/shared/i18n/t';
import { Select } from '@/shared/ui/select';

interface Props {
  /** The host; empty for the domain of new links. */
  domain: string;
  onChange: (domain: string) => void;
}

/** The domain of the new link: plain text, or a select where the workspace has several. */
export function QuickDomain({ domain: chosen, onChange }: Props) {
  const { data = [] } = useQuery(domains());
  const preset = useNewLinkDomain()?.host;
  const host = chosen || preset || defaultHost();
  if (data.length < 2) return <HostCell host={host} />;
  return (
    <Select
      aria-label={t('Domain')}
      className="domain-cell ui-mono"
      value={host}
      options={data.map((domain) => ({ value: domain.host, label: `${domain.unicodeHost}/` }))}
      onChange={(next) => onChange(next === preset ? '' : next)}
    />
  );
}
