import { useEffect } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { ZodMiniType } from 'zod/mini';
import { useAppForm } from '@/shared/forms/use-app-form';
import { useEventCallback } from '@/shared/hooks/use-event-callback';
import { isSame } from './model/draft';

interface Options<Values extends FieldValues> {
  schema: ZodMiniType<Values, Values>;
  /** The values of the draft. */
  values: Values;
  /** Called with all values after each edit, valid or not, and the name of the edited field. */
  onEdit: (values: Values, name: string | undefined) => void;
  /** Returns what the draft stores of the values, for comparison with edited ones; the values themselves by default. */
  normalize?: (values: Values) => unknown;
}

/** A form without a submit button: edits change the draft at once, and changes of the draft, such as undo, the form. */
export function useLiveForm<Values extends FieldValues>(options: Options<Values>) {
  const { schema, values, onEdit, normalize = (given) => given } = options;
  const form = useAppForm({
    schema,
    defaultValues: values,
    mode: 'onChange',
    onSubmit: async () => undefined,
    guard: false,
  });
  const { methods, reset } = form;
  const differs = () => !isSame(normalize(methods.getValues()), normalize(values));

  const write = useEventCallback((name: string | undefined) => {
    if (differs()) onEdit(methods.getValues(), name);
  });
  const follow = useEventCallback(() => {
    if (differs()) reset(values);
  });

  useEffect(
    () => methods.subscribe({ formState: { values: true }, callback: ({ name }) => write(name) }),
    [methods, write],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: the form follows the draft.
  useEffect(follow, [JSON.stringify(values)]);

  return form;
}
