import { type RefObject, useEffect, useRef, useState } from 'react';

const callbacks = new WeakMap<Element, () => void>();
let observer: IntersectionObserver | undefined;

/** Observes with one IntersectionObserver for all elements; returns an unsubscribe function. */
function observe(element: Element, onVisible: () => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) callbacks.get(target)?.();
    },
    { rootMargin: '200px' },
  );
  callbacks.set(element, onVisible);
  observer.observe(element);
  return () => {
    callbacks.delete(element);
    observer?.unobserve(element);
  };
}

/** Reports whether the element has been within 200 px of the viewport; once true, it stays true. */
export function useInView<E extends Element>(): [RefObject<E | null>, boolean] {
  const element = useRef<E>(null);
  const [inView, setInView] = useState(typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (inView || !element.current) return;
    return observe(element.current, () => setInView(true));
  }, [inView]);
  return [element, inView];
}
