import { useQuery } from '@tanstack/react-query';
import { useController } from 'react-hook-form';
import { domains } from '@/entities/domain/domain.queries';
import { HostCell } from '@/entities/link/ui/host-cell';
import { Select } from '@/shared/ui/select';
import type { LinkForm } from './link-form.schema';

/** The short link's domain: plain text, or a select where the workspace has several. */
export function DomainSelect({ host, fixed }: { host: string; fixed: boolean }) {
  const { field } = useController<LinkForm, 'domain'>({ name: 'domain' });
  const { data = [] } = useQuery({ ...domains(), enabled: !fixed });
  if (fixed || data.length < 2) return <HostCell host={host} />;
  return (
    <Select
      aria-label="Domain"
      className="domain-cell ui-mono"
      value={host}
      options={data.map((domain) => ({ value: domain.host, label: `${domain.host}/` }))}
      // The API uses the default domain when none is sent.
      onChange={(chosen) => field.onChange(data.find((domain) => domain.host === chosen)?.isDefault ? '' : chosen)}
    />
  );
}
