import { useEffect, useEffectEvent } from 'react';
import { type Shortcut, shortcuts } from '@/shared/lib/shortcuts';

/** Offers a shortcut while the component is on the screen; it is then listed under "?" too. */
export function useShortcut({ keys, label, group, run }: Shortcut): void {
  const act = useEffectEvent(run);
  useEffect(() => shortcuts.add({ keys, label, group, run: () => act() }), [keys, label, group]);
}
