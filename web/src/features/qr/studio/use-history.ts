import { useCallback, useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { TIMING } from '@/shared/config/timing';
import type { QrForm } from './qr-form.schema';

/** The number of steps that can be undone. */
const MAX_STEPS = 100;

interface Steps {
  past: string[];
  present: string;
  future: string[];
  /** Of the last change: its field, and whether it was typed. */
  field: string | undefined;
  type: string | undefined;
  at: number;
}

/** Records the values of the form as JSON, and returns functions that undo and redo changes. */
export function useHistory(form: UseFormReturn<QrForm>) {
  const steps = useRef<Steps | null>(null);
  const batch = useRef(false);
  const isDefault = useRef(false);
  const [lengths, setLengths] = useState({ past: 0, future: 0 });

  useEffect(() => {
    steps.current ??= {
      past: [],
      present: JSON.stringify(form.getValues()),
      future: [],
      field: undefined,
      type: undefined,
      at: 0,
    };
    const show = ({ past, future }: Steps) => setLengths({ past: past.length, future: future.length });
    return form.subscribe({
      formState: { values: true },
      callback: ({ values, name, type }) => {
        const now = steps.current;
        const next = JSON.stringify(values);
        if (!now || next === now.present) return;
        // Changes of one event, such as a fix of several fields, are one step.
        const isSame = name === now.field && type === now.type;
        const merged = batch.current || (isSame && Date.now() - now.at < TIMING.undoMergeMs);
        batch.current = true;
        setTimeout(() => {
          batch.current = false;
        });
        if (isDefault.current) {
          steps.current = { ...now, present: next };
          return;
        }
        if (name !== undefined && !merged) now.past = [...now.past, now.present].slice(-MAX_STEPS);
        steps.current = { ...now, present: next, future: [], field: name, type, at: Date.now() };
        show(steps.current);
      },
    });
  }, [form]);

  function go(from: 'past' | 'future', to: 'past' | 'future'): void {
    const now = steps.current;
    const next = now?.[from].at(-1);
    if (!now || next === undefined) return;
    const moved = { ...now, [from]: now[from].slice(0, -1), [to]: [...now[to], now.present] };
    steps.current = { ...moved, present: next, field: undefined, type: undefined, at: 0 };
    form.reset(JSON.parse(next) as QrForm, { keepDefaultValues: true, keepDirtyValues: false });
    setLengths({ past: steps.current.past.length, future: steps.current.future.length });
  }

  return {
    /** Makes a change that is not the user's, and so not a step: other defaults have arrived. */
    setDefaults: useCallback((change: () => void) => {
      isDefault.current = true;
      change();
      isDefault.current = false;
    }, []),
    canUndo: lengths.past > 0,
    canRedo: lengths.future > 0,
    undo: () => go('past', 'future'),
    redo: () => go('future', 'past'),
  };
}
