import { type RefObject, useEffect, useRef, useState } from 'react';

const waiting = new WeakMap<Element, () => void>();
let watcher: IntersectionObserver | undefined;

/** One observer serves all rows of a list. */
function watch(element: Element, seen: () => void): () => void {
  watcher ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) waiting.get(target)?.();
    },
    { rootMargin: '200px' },
  );
  waiting.set(element, seen);
  watcher.observe(element);
  return () => {
    waiting.delete(element);
    watcher?.unobserve(element);
  };
}

/** Whether the element has come near the screen yet: what costs a question to the server can wait until then. */
export function useSeen<E extends Element>(): [RefObject<E | null>, boolean] {
  const element = useRef<E>(null);
  const [seen, setSeen] = useState(typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (seen || !element.current) return;
    return watch(element.current, () => setSeen(true));
  }, [seen]);
  return [element, seen];
}
