import { type KeyboardEvent, useId, useState } from 'react';
import { Icon } from '@/shared/ui/icon';
import '@/shared/ui/tags-input.css';
import type { FactField } from './rule-fields';
import type { LeafNode } from './rule-tree';
import { countryFault, ideasOf, valueName, valuesIn } from './rule-values';

interface Props {
  leaf: LeafNode;
  example: string | undefined;
  invalid: boolean;
  describedBy: string | undefined;
  onChange: (change: Pick<LeafNode, 'values' | 'typed'>) => void;
}

const shown = (field: FactField, value: string) => {
  const name = valueName(field, value);
  return name === value ? value : `${name} (${value})`;
};

/** Values as they are typed: Enter or a comma makes one, Backspace in the empty field takes the last one back. */
export function TokenField({ leaf, example, invalid, describedBy, onChange }: Props) {
  const listId = useId();
  const faultId = useId();
  const { field, values, typed } = leaf;
  const ideas = ideasOf(field).filter(({ value }) => !values.includes(value));
  const [fault, setFault] = useState<string | null>(null);

  function add(text: string) {
    const added = valuesIn(field, text, values);
    const refused = field === 'country' ? countryFault(added) : null;
    setFault(refused);
    onChange(refused ? { values, typed: text } : { values: [...values, ...added], typed: '' });
  }

  function onType(text: string) {
    setFault(null);
    // What is picked from the list arrives whole.
    const picked = ideas.some(({ value }) => value === text) && text.length > typed.length + 1;
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
      <div className="input tags-input">
        {values.map((value) => (
          <span key={value} className="badge">
            {shown(field, value)}
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
          aria-invalid={invalid || fault !== null || undefined}
          aria-describedby={fault ? faultId : describedBy}
          list={ideas.length > 0 ? listId : undefined}
          value={typed}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={values.length === 0 ? example : undefined}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={() => typed.trim() && add(typed)}
        />
        {ideas.length > 0 && (
          <datalist id={listId}>
            {ideas.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </datalist>
        )}
      </div>
      {fault && (
        <p id={faultId} className="hint fault" role="alert">
          {fault}
        </p>
      )}
    </>
  );
}
