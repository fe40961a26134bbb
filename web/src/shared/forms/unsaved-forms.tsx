import { useRouter } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { t } from '@/shared/i18n/t';
import { useEventCallback } from '../hooks/use-event-callback';
import { FormScope, type Scope, type UnsavedForm } from './unsaved-form';

interface QuestionProps {
  decide: (discard: boolean) => void;
}

interface Question extends QuestionProps {
  Dialog: ComponentType<QuestionProps>;
}

/** Shows the question until it is answered. Where its code cannot be loaded, the browser asks. */
async function askToDiscard(show: (question: Question | null) => void): Promise<boolean> {
  const loaded = await import('./discard-question').catch(() => null);
  if (!loaded) return confirm(t('Discard your changes?'));
  const discard = await new Promise<boolean>((decide) => show({ Dialog: loaded.DiscardQuestion, decide }));
  show(null);
  return discard;
}

/** Asks before the changes in the forms below it are lost: by another screen, by a closed dialog, by leaving the page. */
export function UnsavedForms({ children }: { children: ReactNode }) {
  const { history } = useRouter();
  const forms = useRef(new Set<UnsavedForm>());
  const [question, setQuestion] = useState<Question | null>(null);

  const scope = useMemo<Scope>(
    () => ({
      inDialog: false,
      add: (form) => {
        forms.current.add(form);
        return () => forms.current.delete(form);
      },
      ask: async (asked) => {
        if ([...asked].some((form) => form.isSaving())) return false;
        if (asked.size === 0) return true;
        const discard = await askToDiscard(setQuestion);
        // Closing a dialog is a navigation, which must not ask again.
        if (discard) for (const form of asked) forms.current.delete(form);
        return discard;
      },
    }),
    [],
  );

  const mayNavigate = useEventCallback((samePath: boolean) => {
    const lost = [...forms.current].filter((form) => !form.isSaving() && (form.inDialog || !samePath));
    return scope.ask(new Set(lost));
  });

  useEffect(
    () =>
      history.block({
        blockerFn: async ({ currentLocation, nextLocation }) =>
          !(await mayNavigate(currentLocation.pathname === nextLocation.pathname)),
        enableBeforeUnload: () => [...forms.current].some((form) => !form.isSaving()),
      }),
    [history, mayNavigate],
  );

  return (
    <FormScope value={scope}>
      {children}
      {question && <question.Dialog decide={question.decide} />}
    </FormScope>
  );
}
