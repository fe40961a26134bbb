import * as Popover from '@radix-ui/react-popover';
import { type RefObject, useEffect, useRef } from 'react';
import { t } from '@/shared/i18n/t';
import type { TokenSuggestion } from '../token-input';

interface Props {
  id: string;
  /** The box of the input. */
  anchor: RefObject<HTMLElement | null>;
  suggestions: readonly TokenSuggestion[];
  chosen: TokenSuggestion | undefined;
  onChoose: (suggestion: TokenSuggestion) => void;
  onClose: () => void;
}

/** The suggestions below a TokenInput, which keeps the focus. */
export function TokenSuggestions({ id, anchor, suggestions, chosen, onChoose, onClose }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const value = chosen?.value;
  useEffect(() => {
    if (value !== undefined) list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [value]);
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Anchor virtualRef={anchor as RefObject<HTMLElement>} />
      <Popover.Portal>
        <Popover.Content
          className="ui-popover"
          align="start"
          sideOffset={4}
          aria-label={t('Suggestions')}
          style={{ width: 'max(var(--radix-popper-anchor-width), 220px)' }}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => {
            if (anchor.current?.contains(event.target as Node)) event.preventDefault();
          }}
        >
          <div ref={list} id={id} role="listbox" aria-label={t('Suggestions')} className="combo-list">
            {suggestions.map((suggestion) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
              <div
                key={suggestion.value}
                id={`${id} ${suggestion.value}`.replaceAll(' ', '-')}
                role="option"
                tabIndex={-1}
                aria-selected={suggestion.value === value}
                // The input keeps the focus: leaving it would commit the typed text.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => onChoose(suggestion)}
              >
                {suggestion.label}
              </div>
            ))}
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
