import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { loadOnce } from '@/shared/lib/load-once';
import { lazyPart } from './lazy-part';

/**
 * The code of menus, dialogs, popovers, lists and tooltips: one file, which no screen needs for its first view. Their buttons
 * are rendered without it. It is loaded by the first movement of the pointer or the first key (`useOverlayWarmup`), or
 * else by the first overlay that opens.
 */
export const loadOverlays = loadOnce(async () => {
  const [dialog, confirm, menu, popover, select, tooltip, tokens] = await Promise.all([
    import('./overlays/dialog-panel'),
    import('./overlays/confirm-panel'),
    import('./overlays/menu-panel'),
    import('./overlays/popover-panel'),
    import('./overlays/select-panel'),
    import('./overlays/tooltip-panel'),
    import('./overlays/token-suggestions'),
  ]);
  return { ...dialog, ...confirm, ...menu, ...popover, ...select, ...tooltip, ...tokens };
});

export type Overlays = NonNullable<typeof loadOverlays.loaded>;

/** The code of overlays, for what is only rendered inside an open one. */
export function openOverlays(): Overlays {
  if (!loadOverlays.loaded) throw new Error('rendered outside of an overlay');
  return loadOverlays.loaded;
}

/** The code of overlays, undefined until it is there. It is loaded when it is wanted; a failure shows nothing. */
export function useOverlayCode(wanted: boolean): Overlays | undefined {
  const [, setCode] = useState(loadOverlays.loaded);
  useEffect(() => {
    if (wanted && !loadOverlays.loaded) loadOverlays().then(setCode, () => {});
  }, [wanted]);
  return loadOverlays.loaded;
}

/** Loads the code of overlays when the visitor begins to use the page. A failure shows when an overlay is opened. */
export function useOverlayWarmup(): void {
  useEffect(() => {
    const used = new AbortController();
    const warm = () => {
      used.abort();
      loadOverlays().catch(() => {});
    };
    for (const type of ['pointermove', 'pointerdown', 'keydown']) {
      document.addEventListener(type, warm, { capture: true, passive: true, signal: used.signal });
    }
    return () => used.abort();
  }, []);
}

interface Openable {
  open: boolean;
  /** The closed panel is wanted as well, once its code is there. */
  ready?: boolean;
  onClose: () => void;
}

type Panel<Name extends keyof Overlays> = Overlays[Name] extends (props: infer Props extends Openable) => ReactNode
  ? Props
  : never;

/**
 * The panel of an overlay, which its owner renders open or closed. Nothing is rendered before it is first opened;
 * afterwards a closed one stays, for its animation. Closing one whose code has not arrived cancels it.
 */
export function overlayPart<Name extends keyof Overlays>(name: Name): (props: Panel<Name>) => ReactNode {
  const Part = lazyPart(loadOverlays, name) as ComponentType<object>;
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each panel, as React.lazy is.
  return function OverlayPart(props: Panel<Name>) {
    const [used, setUsed] = useState(false);
    if ((props.open || props.ready) && !used) setUsed(true);
    if (!props.open && !(used && loadOverlays.loaded)) return null;
    return <Part {...(props as object)} />;
  };
}
