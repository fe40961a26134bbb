import { useId, useState } from 'react';
import { t } from '@/shared/i18n/t';
import { TokenInput } from '@/shared/ui/token-input';
import type { ConditionField } from './rule-fields';
import type { LeafNode } from './rule-tree';
import { parseValues, suggestionsFor, unknownCountryError, valueName } from './rule-values';

interface Props {
  leaf: LeafNode;
  example: string | undefined;
  invalid: boolean;
  describedBy: string | undefined;
  onChange: (change: Pick<LeafNode, 'values' | 'typed'>) => void;
}

const tokenLabel = (field: ConditionField, value: string) => {
  const name = valueName(field, value);
  return name === value ? value : `${name} (${value})`;
};

/** The values of a rule condition. Text that names no known country stays in the input, with an error. */
export function TokenField({ leaf, example, invalid, describedBy, onChange }: Props) {
  const errorId = useId();
  const { field, values, typed } = leaf;
  const [error, setError] = useState<string | null>(null);

  // The condition shows its own error, which is the same after it was checked.
  const shown = invalid ? null : error;

  function add(text: string) {
    const added = parseValues(field, text, values);
    const rejected = field === 'country' ? unknownCountryError(added) : null;
    setError(rejected);
    onChange(rejected ? { values, typed: text } : { values: [...values, ...added], typed: '' });
  }

  return (
    <>
      <TokenInput
        tokens={values}
        text={typed}
        onTextChange={(text) => {
          setError(null);
          onChange({ values, typed: text });
        }}
        onCommit={add}
        onTokensChange={(tokens) => onChange({ values: tokens, typed })}
        separators={/[,;\n]/}
        tokenLabel={(value) => tokenLabel(field, value)}
        removeLabel={(value) => t('Remove {name}', { name: valueName(field, value) })}
        suggestions={suggestionsFor(field, typed, values)}
        strict={field === 'country'}
        placeholder={example}
        autoCapitalize="none"
        spellCheck={false}
        aria-label={t('Values')}
        aria-invalid={invalid || error !== null || undefined}
        aria-describedby={shown ? errorId : describedBy}
      />
      {shown && (
        <p id={errorId} className="ui-hint ui-error" role="alert">
          {shown}
        </p>
      )}
    </>
  );
}
