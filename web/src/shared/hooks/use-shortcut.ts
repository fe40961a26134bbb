import { useEffect, useEffectEvent } from 'react';
import { type Shortcut, shortcuts } from '@/shared/lib/shortcuts';

/** Registers a keyboard shortcut while the component is mounted, and lists it in the shortcut sheet. */
export function useShortcut({ keys, label, group, run }: Shortcut): void {
  const onPress = useEffectEvent(run);
  useEffect(() => shortcuts.add({ keys, label, group, run: () => onPress() }), [keys, label, group]);
}
