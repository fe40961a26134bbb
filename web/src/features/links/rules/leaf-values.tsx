import { useEntryZone } from '@/entities/workspace/use-workspace-zone';
import { t } from '@/shared/i18n/t';
import { fromLocalInput, toLocalInput } from '@/shared/lib/local-time';
import { Input } from '@/shared/ui/field';
import { Select } from '@/shared/ui/select';
import { CheckboxRow } from './checkbox-row';
import { HoursFields } from './hours-fields';
import { CONDITION_FIELDS, takesValues } from './rule-fields';
import type { LeafNode } from './rule-tree';
import { TokenField } from './token-field';

const BOTS = [
  { value: 'true', label: t('a bot') },
  { value: 'false', label: t('a person') },
] as const;

interface Props {
  leaf: LeafNode;
  describedBy: string | undefined;
  onChange: (leaf: LeafNode) => void;
}

/** Edits a condition's values with the control for its field. */
export function LeafValues({ leaf, describedBy, onChange }: Props) {
  const { control, choices = [], label, example } = CONDITION_FIELDS[leaf.field];
  const invalid = leaf.errors.values !== undefined;
  const put = (values: readonly string[]) => onChange({ ...leaf, values });
  if (!takesValues(leaf.op)) return null;
  switch (control) {
    case 'choices':
      return (
        <CheckboxRow
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
          aria-label={t('Values')}
          value={leaf.values[0] === 'false' ? 'false' : 'true'}
          options={BOTS}
          onChange={(value) => put([value])}
        />
      );
    case 'date':
      return (
        <DateField
          value={leaf.values[0] ?? null}
          invalid={invalid}
          describedBy={describedBy}
          onChange={(time) => put(time === null ? [] : [time])}
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
          key={leaf.field}
          leaf={leaf}
          example={example}
          invalid={invalid}
          describedBy={describedBy}
          onChange={(change) => onChange({ ...leaf, ...change })}
        />
      );
  }
}

interface DateProps {
  /** RFC 3339; null for none. */
  value: string | null;
  invalid: boolean;
  describedBy: string | undefined;
  onChange: (time: string | null) => void;
}

/** A date and time in the workspace's zone. */
function DateField({ value, invalid, describedBy, onChange }: DateProps) {
  const zone = useEntryZone();
  return (
    <>
      <Input
        type="datetime-local"
        aria-label={t('Values')}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        value={toLocalInput(value, zone)}
        onChange={(event) => onChange(fromLocalInput(event.target.value, zone))}
      />
      <p className="ui-hint">{t('In {zone}.', { zone })}</p>
    </>
  );
}
