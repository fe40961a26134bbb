import { useQuery } from '@tanstack/react-query';
import { domains } from '@/entities/domain/domain.queries';
import { HostCell } from '@/entities/link/ui/host-cell';
import { Select } from '@/shared/ui/select';

/** The domain of the new link: plain text, or a select where the workspace has several. */
export function QuickDomain({ host, onChange }: { host: string; onChange: (host: string) => void }) {
  const { data = [] } = useQuery(domains());
  if (data.length < 2) return <HostCell host={host} />;
  return (
    <Select
      aria-label="Domain"
      className="domain-cell ui-mono"
      value={host}
      options={data.map((domain) => ({ value: domain.host, label: `${domain.unicodeHost}/` }))}
      onChange={onChange}
    />
  );
}
