import { useQuery } from '@tanstack/react-query';
import { domains } from '@/entities/domain/domain.queries';
import { Field } from '@/shared/ui/field';
import { Select } from '@/shared/ui/select';
import type { Options, Policy, Preview } from './import.queries';

const POLICIES: { value: Policy; label: string; about: string }[] = [
  { value: 'skip', label: 'Skip the row', about: 'What is there stays as it is.' },
  { value: 'suffix', label: 'Add a number', about: '“launch” comes in as “launch-2”.' },
  {
    value: 'update',
    label: 'Update the link',
    about: 'What the row names replaces what is there; empty cells change nothing.',
  },
];

interface Props {
  preview: Preview;
  options: Options;
  onChange: (change: Partial<Options>) => void;
}

/** What to do with taken aliases, and where links of other hosts go. */
export function ImportOptions({ preview, options, onChange }: Props) {
  const hosts = useQuery(domains()).data?.map(({ host }) => host) ?? [];
  const policy = POLICIES.find(({ value }) => value === (options.onConflict ?? 'skip'));
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="When an alias is taken" hint={policy?.about}>
        {(control) => (
          <Select
            {...control}
            value={options.onConflict ?? 'skip'}
            options={POLICIES}
            onChange={(onConflict) => onChange({ onConflict })}
          />
        )}
      </Field>
      {hosts.length > 1 && (
        <Field
          label="Domain"
          hint={
            preview.foreign.length > 0
              ? `For links of ${preview.foreign.join(', ')}, and rows without a domain.`
              : 'For rows without a domain.'
          }
        >
          {(control) => (
            <Select
              {...control}
              value={options.domain || (hosts[0] ?? '')}
              options={hosts.map((host) => ({ value: host, label: host }))}
              onChange={(domain) => onChange({ domain })}
            />
          )}
        </Field>
      )}
    </div>
  );
}
