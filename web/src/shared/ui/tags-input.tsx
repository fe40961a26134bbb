import { type KeyboardEvent, useState } from 'react';
import { Icon } from './icon';
import './tags-input.css';

interface Props {
  id?: string;
  value: readonly string[];
  onChange: (tags: string[]) => void;
  placeholder?: string;
  /** What one of them is called: "tag". */
  noun?: string;
  'aria-label'?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

/** Tags as they are typed: Enter or a comma makes one, Backspace in the empty field takes the last one back. */
export function TagsInput({ value, onChange, placeholder, noun = 'tag', ...control }: Props) {
  const [text, setText] = useState('');

  function add() {
    const names = text.split(',').map((name) => name.trim());
    setText('');
    onChange([...new Set([...value, ...names.filter(Boolean)])]);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) return add();
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault();
      add();
    }
    if (event.key === 'Backspace' && text === '') onChange(value.slice(0, -1));
  }

  return (
    <div className="ui-input tags-input">
      {value.map((tag) => (
        <span key={tag} className="ui-badge">
          {tag}
          <button
            type="button"
            aria-label={`Remove ${noun} ${tag}`}
            onClick={() => onChange(value.filter((other) => other !== tag))}
          >
            <Icon name="x" />
          </button>
        </span>
      ))}
      <input
        {...control}
        value={text}
        autoComplete="off"
        placeholder={value.length === 0 ? placeholder : undefined}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={add}
      />
    </div>
  );
}
