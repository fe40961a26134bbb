import { type ComponentProps, type KeyboardEvent, useId } from 'react';
import { Icon } from './icon';
import './token-input.css';

export interface TokenInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onBlur'> {
  tokens: readonly string[];
  /** The text of the token that is being typed. */
  text: string;
  onTextChange: (text: string) => void;
  /** Called with the typed text on Enter, on a separator, on a chosen suggestion and on blur. */
  onCommit: (text: string) => void;
  onTokensChange: (tokens: string[]) => void;
  /** Characters that commit the text; the comma by default. */
  separators?: RegExp;
  tokenLabel?: (token: string) => string;
  /** Accessible name of a token's remove button. */
  removeLabel: (token: string) => string;
  suggestions?: readonly { value: string; label: string }[];
}

/**
 * A controlled text input for a list of tokens. Enter, a separator, a suggestion and blur commit the text; Backspace in
 * the empty input removes the last token.
 */
export function TokenInput({
  tokens,
  text,
  onTextChange,
  onCommit,
  onTokensChange,
  separators = /,/,
  tokenLabel = (token) => token,
  removeLabel,
  suggestions = [],
  placeholder,
  onKeyDown,
  ...input
}: TokenInputProps) {
  const listId = useId();

  function onType(next: string) {
    // A suggestion replaces the whole text in one event; typing changes one character at a time.
    const suggested = suggestions.some(({ value }) => value === next) && next.length > text.length + 1;
    if (suggested || separators.test(next)) onCommit(next);
    else onTextChange(next);
  }

  function onInputKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    onKeyDown?.(event);
    if (event.defaultPrevented || event.metaKey || event.ctrlKey) return;
    if (event.key === 'Enter' && text.trim()) {
      event.preventDefault();
      event.stopPropagation();
      onCommit(text);
    }
    if (event.key === 'Backspace' && text === '') onTokensChange(tokens.slice(0, -1));
  }

  return (
    <div className="ui-input token-input">
      {tokens.map((token) => (
        <span key={token} className="ui-badge">
          {tokenLabel(token)}
          <button
            type="button"
            aria-label={removeLabel(token)}
            onClick={() => onTokensChange(tokens.filter((other) => other !== token))}
          >
            <Icon name="x" />
          </button>
        </span>
      ))}
      <input
        {...input}
        list={suggestions.length > 0 ? listId : undefined}
        value={text}
        autoComplete="off"
        placeholder={tokens.length === 0 ? placeholder : undefined}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onInputKeyDown}
        onBlur={() => text.trim() && onCommit(text)}
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
  );
}
