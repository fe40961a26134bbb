import { Button } from '@/shared/ui/button';
import { Input } from '@/shared/ui/field';
import { Icon } from '@/shared/ui/icon';
import { Select } from '@/shared/ui/select';
import { type RuleTest, TEST_FIELDS } from './rule-form';

interface Props {
  test: RuleTest;
  onChange: (test: RuleTest) => void;
  /** Null for the only one. */
  onRemove: (() => void) | null;
}

/** One test: a fact about the visitor, is or is not, and the values. */
export function RuleTestLine({ test, onChange, onRemove }: Props) {
  const known = TEST_FIELDS.find(({ field }) => field === test.field);
  return (
    <div className="rule-test">
      <Select
        aria-label="Fact"
        value={test.field}
        options={TEST_FIELDS.map(({ field, label }) => ({ value: field, label }))}
        onChange={(field) => onChange({ ...test, field })}
      />
      <Select
        aria-label="Is or is not"
        value={test.not ? 'not' : 'is'}
        options={[
          { value: 'is', label: 'is' },
          { value: 'not', label: 'is not' },
        ]}
        onChange={(verb) => onChange({ ...test, not: verb === 'not' })}
      />
      <Input
        aria-label="Values, with commas between them"
        placeholder={known?.example}
        autoComplete="off"
        value={test.values}
        onChange={(event) => onChange({ ...test, values: event.target.value })}
      />
      {onRemove && (
        <Button size="sm" icon tone="quiet" aria-label="Remove this test" onClick={onRemove}>
          <Icon name="x" />
        </Button>
      )}
    </div>
  );
}
