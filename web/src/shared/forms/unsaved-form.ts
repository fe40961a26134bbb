import { createContext, use, useEffect, useMemo, useRef, useState } from 'react';
import { useEventCallback } from '../hooks/use-event-callback';

/** What a dialog or a screen knows of a form in it. */
export interface UnsavedForm {
  hasChanges: () => boolean;
  /** Whether its request is running. */
  isSaving: () => boolean;
  /** It is lost with any navigation, even one that stays on the screen. */
  inDialog: boolean;
}

/** The forms of a screen or of a dialog. */
export interface Scope {
  inDialog: boolean;
  /** Adds a form until the returned function is called. */
  add: (form: UnsavedForm) => () => void;
  /** Resolves to whether the forms may be closed: asks the person when they have changes. */
  ask: (forms: ReadonlySet<UnsavedForm>) => Promise<boolean>;
}

export const FormScope = createContext<Scope | null>(null);

/** Reports a form to the dialog or the screen that it is in, which asks before its changes are lost. */
export function useUnsavedForm(state: { changed: boolean; isSaving: () => boolean }): UnsavedForm {
  const scope = use(FormScope);
  const hasChanges = useEventCallback(() => state.changed);
  const isSaving = useEventCallback(state.isSaving);
  const [form] = useState<UnsavedForm>(() => ({ hasChanges, isSaving, inDialog: scope?.inDialog ?? false }));
  useEffect(() => {
    if (state.changed) return scope?.add(form);
  }, [scope, form, state.changed]);
  return form;
}

/**
 * The scope of a dialog's forms, and a function that resolves to whether the dialog may close: not while one of them is
 * saving, nor when the person keeps editing. `own` is the form of the component that renders the dialog.
 */
export function useDialogForms(own?: UnsavedForm): { scope: Scope | null; mayClose: () => Promise<boolean> } {
  const outer = use(FormScope);
  const forms = useRef(new Set<UnsavedForm>());
  useEffect(() => {
    if (own) own.inDialog = true;
  }, [own]);
  const scope = useMemo<Scope | null>(
    () =>
      outer && {
        inDialog: true,
        add: (form) => {
          const remove = outer.add(form);
          forms.current.add(form);
          return () => {
            forms.current.delete(form);
            remove();
          };
        },
        ask: outer.ask,
      },
    [outer],
  );
  return {
    scope,
    mayClose: async () => {
      const changed = new Set(forms.current);
      if (own?.hasChanges()) changed.add(own);
      return !scope || scope.ask(changed);
    },
  };
}
