import { useEffect, useState } from 'react';
import { useUnloadGuard } from '../forms/use-unload-guard';
import { Autosave, type AutosaveOptions, type SaveState } from '../lib/autosave';
import { useStore } from './use-store';

interface Options<Value> extends AutosaveOptions<Value> {
  /** Whether an unsaved value is still sent after the component was unmounted. */
  savesAfterUnmount?: boolean;
}

/**
 * Saves a value of a component, and at once when the connection returns. The browser asks before it leaves the page with an
 * unsaved value. The options of the first render apply.
 */
export function useAutosave<Value>(options: Options<Value>): [saver: Autosave<Value>, state: SaveState] {
  const [saver] = useState(() => new Autosave(options));
  const [endsWithComponent] = useState(!options.savesAfterUnmount);
  const state = useStore(saver.state);
  useEffect(() => {
    const retry = () => void saver.flush();
    saver.resume();
    addEventListener('online', retry);
    return () => {
      removeEventListener('online', retry);
      if (endsWithComponent) saver.dispose();
    };
  }, [saver, endsWithComponent]);
  useUnloadGuard(state.kind !== 'saved');
  return [saver, state];
}
