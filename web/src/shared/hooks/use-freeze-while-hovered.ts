import { type FocusEvent, useState } from 'react';

/**
 * Keeps a value as it was while the pointer or the focus is inside an element, so that nothing moves away from under
 * them. Spread `hold` on the element; `release` ends it immediately.
 */
export function useFreezeWhileHovered<T>(value: T) {
  const [held, setHeld] = useState<{ value: T } | null>(null);
  return {
    value: held ? held.value : value,
    holding: held !== null,
    release: () => setHeld(null),
    hold: {
      onPointerEnter: () => setHeld((was) => was ?? { value }),
      onPointerLeave: () => setHeld(null),
      onFocus: () => setHeld((was) => was ?? { value }),
      onBlur: (event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setHeld(null);
      },
    },
  };
}
