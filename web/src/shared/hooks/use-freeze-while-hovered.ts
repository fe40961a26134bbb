import { type FocusEvent, useState } from 'react';

interface Options {
  /** Identifies what the value answers: the answer to another question is shown at once. */
  question?: string;
  /** The value still answers the previous question. */
  stale?: boolean;
}

/**
 * Keeps a value as it was while the pointer or the focus is inside an element, so that nothing moves away from under
 * them. Spread `hold` on the element; `release` ends it until the pointer or the focus enters again.
 */
export function useFreezeWhileHovered<T>(value: T, { question = '', stale = false }: Options = {}) {
  const [inside, setInside] = useState(false);
  const [held, setHeld] = useState<{ question: string; value: T } | null>(null);
  if (inside && !stale && held?.question !== question) setHeld({ question, value });
  if (!inside && held) setHeld(null);
  return {
    value: held?.question === question ? held.value : value,
    holding: held !== null,
    release: () => setInside(false),
    hold: {
      onPointerEnter: () => setInside(true),
      onPointerLeave: () => setInside(false),
      onFocus: () => setInside(true),
      onBlur: (event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setInside(false);
      },
    },
  };
}
