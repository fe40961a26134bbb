import { useCallback, useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useHistory } from '@/shared/hooks/use-history';
import type { QrForm } from './qr-form.schema';

/** Records the values of the form as JSON, and returns functions that undo and redo changes. */
export function useFormHistory(form: UseFormReturn<QrForm>) {
  const { dispatch, canUndo, canRedo } = useHistory(() => JSON.stringify(form.getValues()));
  /** The first change of the current event: changes of one event, such as a fix of several fields, are one step. */
  const first = useRef<string | null>(null);
  const isDefault = useRef(false);

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values, name, type }) => {
          const value = JSON.stringify(values);
          if (name === undefined || isDefault.current) {
            dispatch({ type: 'replace', value });
            return;
          }
          first.current ??= `${name} ${type}`;
          setTimeout(() => {
            first.current = null;
          });
          dispatch({ type: 'change', change: () => value, key: first.current, at: Date.now() });
        },
      }),
    [form, dispatch],
  );

  const go = (type: 'undo' | 'redo') =>
    form.reset(JSON.parse(dispatch({ type })) as QrForm, { keepDefaultValues: true, keepDirtyValues: false });

  return {
    /** Makes a change that is not the user's, and so not a step: other defaults have arrived. */
    setDefaults: useCallback((change: () => void) => {
      isDefault.current = true;
      change();
      isDefault.current = false;
    }, []),
    canUndo,
    canRedo,
    undo: () => go('undo'),
    redo: () => go('redo'),
  };
}
