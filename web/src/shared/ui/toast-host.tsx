import { useEffect } from 'react';
import { useStore } from '../hooks/use-store';
import { lazyPart } from './lazy-part';
import { toastDemand } from './toast';

const loadToaster = () => import('./toaster');

const Toaster = lazyPart(loadToaster, 'Toaster');

/**
 * The container of toasts, rendered once. Its code is loaded when the person first presses something, so that a message
 * can be shown when the server is away or has a newer version by then.
 */
export function ToastHost() {
  const needed = useStore(toastDemand);
  useEffect(() => {
    const pressed = new AbortController();
    const load = () => {
      pressed.abort();
      loadToaster().catch(() => {}); // tried again with the first message
    };
    for (const type of ['pointerdown', 'keydown']) addEventListener(type, load, { signal: pressed.signal });
    return () => pressed.abort();
  }, []);
  if (!needed) return null;
  return <Toaster />;
}
