import { useQuery } from '@tanstack/react-query';
import { domains } from '@/entities/domain/domain.queries';
import { useNewLinkDomain } from '@/entities/domain/new-link-domain';
import { Field } from '@/shared/ui/field';
import { Select } from '@/shared/ui/select';
import type { Options, Policy, Preview } from './import.queries';

const POLICIES: { value: Policy; label: string; hint: string }[] = [
  { value: 'skip', label: 'Skip row', hint: 'The existing link is not changed.' },
  { value: 'suffix', label: 'Add a number', hint: '“launch” is imported as “launch-2”.' },
  {
    value: 'update',
    label: 'Update existing link',
    hint: 'Values in the row replace those of the link. Empty cells are ignored.',
  },
];

interface Props {
  preview: Preview;
  options: Options;
  onChange: (change: Partial<Options>) => void;
}

/** How to handle taken aliases, and the domain of rows from other services. */
export function ImportOptions({ preview, options, onChange }: Props) {
  const { data: known = [] } = useQuery(domains());
  const preset = useNewLinkDomain();
  const policy = POLICIES.find(({ value }) => value === (options.onConflict ?? 'skip'));
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="If an alias is taken" hint={policy?.hint}>
        {(control) => (
          <Select
            {...control}
            value={options.onConflict ?? 'skip'}
            options={POLICIES}
            onChange={(onConflict) => onChange({ onConflict })}
          />
        )}
      </Field>
      {known.length > 1 && (
        <Field
          label="Domain"
          hint={
            preview.foreign.length > 0
              ? `For links from ${preview.foreign.join(', ')} and rows without a domain.`
              : 'For rows without a domain.'
          }
        >
          {(control) => (
            <Select
              {...control}
              value={options.domain || (preset?.host ?? '')}
              options={known.map(({ host, unicodeHost }) => ({ value: host, label: unicodeHost }))}
              onChange={(domain) => onChange({ domain })}
            />
          )}
        </Field>
      )}
    </div>
  );
}
