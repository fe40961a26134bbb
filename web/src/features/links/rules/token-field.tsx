import { type KeyboardEvent, useId, useState } from 'react';
import { Icon } from '@/shared/ui/icon';
import '@/shared/ui/tags-input.css';
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

/** A token input: Enter or a comma commits a value, Backspace in the empty input removes the last one. */
export function TokenField({ leaf, example, invalid, describedBy, onChange }: Props) {
  const listId = useId();
  const errorId = useId();
  const { field, values, typed } = leaf;
  const suggestions = suggestionsFor(field).filter(({ value }) => !values.includes(value));
  const [error, setError] = useState<string | null>(null);

  function add(text: string) {
    const added = parseValues(field, text, values);
    const rejected = field === 'country' ? unknownCountryError(added) : null;
    setError(rejected);
    onChange(rejected ? { values, typed: text } : { values: [...values, ...added], typed: '' });
  }

  function onType(text: string) {
    setError(null);
    // A datalist choice replaces the text in one event.
    const picked = suggestions.some(({ value }) => value === text) && text.length > typed.length + 1;
    if (picked || /[,;\n]/.test(text)) add(text);
    else onChange({ values, typed: text });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.metaKey || event.ctrlKey) return;
    if (event.key === 'Enter' && typed.trim()) {
      event.preventDefault();
      event.stopPropagation();
      add(typed);
    }
    if (event.key === 'Backspace' && typed === '') onChange({ values: values.slice(0, -1), typed });
  }

  return (
    <>
      <div className="ui-input tags-input">
        {values.map((value) => (
          <span key={value} className="ui-badge">
            {tokenLabel(field, value)}
            <button
              type="button"
              aria-label={`Remove ${valueName(field, value)}`}
              onClick={() => onChange({ values: values.filter((other) => other !== value), typed })}
            >
              <Icon name="x" />
            </button>
          </span>
        ))}
        <input
          aria-label="Values"
          aria-invalid={invalid || error !== null || undefined}
          aria-describedby={error ? errorId : describedBy}
          list={suggestions.length > 0 ? listId : undefined}
          value={typed}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={values.length === 0 ? example : undefined}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={() => typed.trim() && add(typed)}
        />
        {suggestions.length > 0 && (
          <datalist id={listId}>
            {suggestions.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </datalist>
        )}
      </div>
      {error && (
        <p id={errorId} className="ui-hint ui-error" role="alert">
          {error}
        </p>
      )}
    </>
  );
}
