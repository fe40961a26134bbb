import { Input } from '@/shared/ui/field';
import { Select } from '@/shared/ui/select';
import { fromLocalInput, toLocalInput } from '../create/local-time';
import { ChoiceRow } from './choice-row';
import { HoursFields } from './hours-fields';
import { FACTS, takesValues } from './rule-fields';
import type { LeafNode } from './rule-tree';
import { TokenField } from './token-field';

const BOTS = [
  { value: 'true', label: 'a bot' },
  { value: 'false', label: 'a person' },
] as const;

interface Props {
  leaf: LeafNode;
  describedBy: string | undefined;
  onChange: (leaf: LeafNode) => void;
}

/** What a fact is compared with, in the control that fits it. */
export function LeafValues({ leaf, describedBy, onChange }: Props) {
  const { control, choices = [], label, example } = FACTS[leaf.field];
  const invalid = leaf.faults.values !== undefined;
  const put = (values: readonly string[]) => onChange({ ...leaf, values });
  if (!takesValues(leaf.op)) return null;
  switch (control) {
    case 'choices':
      return (
        <ChoiceRow
          label={label}
          choices={choices}
          values={leaf.values}
          onChange={put}
          invalid={invalid}
          describedBy={describedBy}
        />
      );
    case 'bot':
      return (
        <Select
          aria-label="Values"
          value={leaf.values[0] === 'false' ? 'false' : 'true'}
          options={BOTS}
          onChange={(value) => put([value])}
        />
      );
    case 'date':
      return (
        <Input
          type="datetime-local"
          aria-label="Values"
          aria-invalid={invalid || undefined}
          aria-describedby={describedBy}
          value={toLocalInput(leaf.values[0] ?? null)}
          onChange={(event) => put([fromLocalInput(event.target.value)].filter((time) => time !== null))}
        />
      );
    case 'hours':
      return (
        <HoursFields
          hours={leaf.hours}
          invalid={invalid}
          describedBy={describedBy}
          onChange={(hours) => onChange({ ...leaf, hours })}
        />
      );
    case 'tokens':
      return (
        <TokenField
          leaf={leaf}
          example={example}
          invalid={invalid}
          describedBy={describedBy}
          onChange={(change) => onChange({ ...leaf, ...change })}
        />
      );
  }
}
