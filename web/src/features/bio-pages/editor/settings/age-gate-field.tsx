import { Field } from '@/shared/ui/field';
import { Select } from '@/shared/ui/select';

const OPTIONS: readonly { value: string; label: string }[] = [
  { value: '0', label: 'None' },
  { value: '16', label: '16 years' },
  { value: '18', label: '18 years' },
  { value: '21', label: '21 years' },
];

interface Props {
  /** In years; 0 for none. */
  value: number;
  onChange: (age: number) => void;
}

/** The age that visitors of the page confirm. */
export function AgeGateField({ value, onChange }: Props) {
  return (
    <Field label="Minimum age" hint="Visitors are asked once in 30 days. Their answer is not verified.">
      {(control) => (
        <Select {...control} value={String(value)} options={OPTIONS} onChange={(age) => onChange(Number(age))} />
      )}
    </Field>
  );
}
