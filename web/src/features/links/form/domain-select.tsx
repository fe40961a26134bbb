import { useQuery } from '@tanstack/react-query';
import { useController } from 'react-hook-form';
import { domains } from '@/entities/domain/domain.queries';
import { HostCell } from '@/entities/link/ui/host-cell';
import { Select } from '@/shared/ui/select';
import type { LinkForm } from './link-form.schema';

/** The host before the alias: plain text, and a choice where the workspace has several to choose from. */
export function DomainCell({ host, fixed }: { host: string; fixed: boolean }) {
  const { field } = useController<LinkForm, 'domain'>({ name: 'domain' });
  const { data = [] } = useQuery({ ...domains(), enabled: !fixed });
  if (fixed || data.length < 2) return <HostCell host={host} />;
  return (
    <Select
      aria-label="Domain"
      className="domain-cell mono"
      value={host}
      options={data.map((domain) => ({ value: domain.host, label: `${domain.host}/` }))}
      // The default domain needs no name.
      onChange={(chosen) => field.onChange(data.find((domain) => domain.host === chosen)?.isDefault ? '' : chosen)}
    />
  );
}
