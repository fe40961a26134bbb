import { type KeyboardEvent, type Ref, useState } from 'react';
import { TokenInput } from './token-input';

interface Props {
  id?: string;
  ref?: Ref<HTMLInputElement>;
  value: readonly string[];
  onChange: (tags: string[]) => void;
  placeholder?: string;
  /** The name of one item, "tag" by default. */
  noun?: string;
  'aria-label'?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

/** A TokenInput for free text: a comma separates tags, duplicates are dropped. Enter never submits the form. */
export function TagsInput({ value, onChange, placeholder, noun = 'tag', ...control }: Props) {
  const [text, setText] = useState('');

  function add(typed: string) {
    const names = typed.split(',').map((name) => name.trim());
    setText('');
    onChange([...new Set([...value, ...names.filter(Boolean)])]);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return;
    // Mod+Enter submits the form, with the typed tag.
    if (event.metaKey || event.ctrlKey) add(text);
    else if (text.trim() === '') event.preventDefault();
  }

  return (
    <TokenInput
      {...control}
      tokens={value}
      text={text}
      onTextChange={setText}
      onCommit={add}
      onTokensChange={onChange}
      onKeyDown={onKeyDown}
      placeholder={placeholder}
      removeLabel={(tag) => `Remove ${noun} ${tag}`}
    />
  );
}
