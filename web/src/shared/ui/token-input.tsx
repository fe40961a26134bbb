import { type ComponentProps, type KeyboardEvent, useId, useRef, useState } from 'react';
import { Icon } from './icon';
import { useOverlayCode } from './overlay-part';
import './token-input.css';

/** A value to choose instead of typing it. */
export interface TokenSuggestion {
  value: string;
  label: string;
}

export interface TokenInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onBlur'> {
  tokens: readonly string[];
  /** The text of the token that is being typed. */
  text: string;
  onTextChange: (text: string) => void;
  /** Called with the typed text on Enter, on a separator and on blur, and with the value of a chosen suggestion. */
  onCommit: (text: string) => void;
  onTokensChange: (tokens: string[]) => void;
  /** Characters that commit the text; the comma by default. */
  separators?: RegExp;
  tokenLabel?: (token: string) => string;
  /** Accessible name of a token's remove button. */
  removeLabel: (token: string) => string;
  /** The suggestions for the text, the best ones first. Undefined for a field without suggestions. */
  suggestions?: readonly TokenSuggestion[];
  /** Only suggestions are valid: Enter takes the first one. Otherwise one is taken only when the arrow keys chose it. */
  strict?: boolean;
}

/**
 * A controlled text input for a list of tokens. Enter, a separator and blur commit the text; Backspace in the empty input
 * removes the last token. Arrow keys move through the suggestions.
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
  suggestions,
  strict = false,
  placeholder,
  onKeyDown,
  ...input
}: TokenInputProps) {
  const box = useRef<HTMLDivElement>(null);
  const list = useSuggestions(suggestions, strict, text);
  const code = useOverlayCode(list.shown.length > 0);

  function commit(value: string) {
    list.close();
    onCommit(value);
  }

  function onType(next: string) {
    if (separators.test(next)) return commit(next);
    list.open();
    onTextChange(next);
  }

  function onInputKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    onKeyDown?.(event);
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || list.onKey(event)) return;
    const chosen = list.chosen?.value ?? text;
    if (event.key === 'Enter' && chosen.trim()) {
      event.preventDefault();
      event.stopPropagation();
      commit(chosen);
    }
    if (event.key === 'Backspace' && text === '') onTokensChange(tokens.slice(0, -1));
  }

  return (
    <div ref={box} className="ui-input token-input">
      {tokens.map((token) => (
        <span key={token} className="ui-badge">
          <bdi>{tokenLabel(token)}</bdi>
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
        {...(suggestions && list.comboboxProps)}
        value={text}
        autoComplete="off"
        placeholder={tokens.length === 0 ? placeholder : undefined}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onInputKeyDown}
        onBlur={() => {
          list.close();
          if (text.trim()) onCommit(text);
        }}
      />
      {code && list.shown.length > 0 && (
        <code.TokenSuggestions
          id={list.id}
          anchor={box}
          suggestions={list.shown}
          chosen={list.chosen}
          onChoose={({ value }) => commit(value)}
          onClose={list.close}
        />
      )}
    </div>
  );
}

const NONE: readonly TokenSuggestion[] = [];

/** The open list of suggestions and the chosen one of them. */
function useSuggestions(suggestions: readonly TokenSuggestion[] = NONE, strict: boolean, text: string) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [moved, setMoved] = useState<string | null>(null);
  const shown = isOpen ? suggestions : NONE;
  const at = shown.findIndex(({ value }) => value === moved);
  const chosen = shown[at] ?? (strict && text.trim() ? shown[0] : undefined);

  function close() {
    setOpen(false);
    setMoved(null);
  }

  /** Handles the keys of the list, and reports whether the key was one. */
  function onKey(event: KeyboardEvent): boolean {
    if (event.key === 'Escape' && shown.length > 0) {
      event.stopPropagation(); // the dialog stays open
      close();
      return true;
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return false;
    event.preventDefault();
    setOpen(true);
    if (shown.length === 0) return true;
    const from = chosen ? shown.indexOf(chosen) : -1;
    const next = event.key === 'ArrowDown' ? (from + 1) % shown.length : (from <= 0 ? shown.length : from) - 1;
    setMoved(shown[next]?.value ?? null);
    return true;
  }

  return {
    id,
    shown,
    chosen,
    onKey,
    close,
    open: () => {
      setOpen(true);
      setMoved(null);
    },
    comboboxProps: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': shown.length > 0,
      'aria-controls': shown.length > 0 ? id : undefined,
      'aria-activedescendant': chosen && `${id} ${chosen.value}`.replaceAll(' ', '-'),
    } as const,
  };
}
