import { useCallback, useRef, useState } from 'react';
import { type HistoryAction, historyReducer, newHistory } from '../lib/history';

/** A value with its history, and a function that applies an action at once and returns the new value. */
export function useHistory<T>(initial: () => T) {
  const [history, setHistory] = useState(() => newHistory(initial()));
  const latest = useRef(history);
  const dispatch = useCallback((action: HistoryAction<T>): T => {
    latest.current = historyReducer(latest.current, action);
    setHistory(latest.current);
    return latest.current.present;
  }, []);
  return { value: history.present, dispatch, canUndo: history.past.length > 0, canRedo: history.future.length > 0 };
}
