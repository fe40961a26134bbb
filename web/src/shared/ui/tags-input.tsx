import { type KeyboardEvent, type Ref, useState } from 'react';
import { t } from '@/shared/i18n/t';
import { TokenInput, type TokenSuggestion } from './token-input';

interface Props {
  id?: string;
  ref?: Ref<HTMLInputElement>;
  value: readonly string[];
  onChange: (tags: string[]) => void;
  /** Called with the text of the tag that is being typed. */
  onTextChange?: (text: string) => void;
  onFocus?: () => void;
  placeholder?: string;
  /** The name of one item, "tag" by default. */
  noun?: string;
  /** Existing tags for the typed text. Undefined for an input without suggestions. */
  suggestions?: readonly TokenSuggestion[];
  'aria-label'?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

/** A TokenInput for free text: a comma separates tags, duplicates are dropped. Enter never submits the form. */
export function TagsInput({ value, onChange, onTextChange, placeholder, noun = t('tag'), ...control }: Props) {
  const [text, setText] = useState('');

  function type(next: string) {
    setText(next);
    onTextChange?.(next);
  }

  function add(typed: string) {
    const names = typed.split(',').map((name) => name.trim());
    type('');
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
      onTextChange={type}
      onCommit={add}
      onTokensChange={onChange}
      onKeyDown={onKeyDown}
      placeholder={placeholder}
      removeLabel={(tag) => t('Remove {noun} {name}', { noun, name: tag })}
    />
  );
}
