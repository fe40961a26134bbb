import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  get,
  type Path,
  type Resolver,
  type UseFormProps,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { ZodMiniType } from 'zod/mini';
import { messageOf } from '@/shared/api/errors';
import { toast } from '@/shared/ui/toast';
import { applyServerErrors, hasFieldError } from './server-errors';
import { useUnsavedForm } from './unsaved-form';

interface Options<Values extends FieldValues, Result> {
  schema: ZodMiniType<Values, Values>;
  /** All fields with their empty values. */
  defaultValues: Values;
  /** The stored values: the form follows them, except for fields that were edited. */
  values?: Values;
  /** When fields are validated before the first submit; on submit by default. */
  mode?: 'onChange' | 'onSubmit';
  /** The fields that a server error can name, itself or a part of it; the top-level fields by default. */
  fields?: readonly Path<Values>[];
  /** Validates what the schema does not. Returning false prevents the request. */
  validate?: (methods: UseFormReturn<Values>) => boolean;
  onSubmit: (values: Values) => Promise<Result>;
  onSuccess?: (result: Result, values: Values) => unknown;
  /** Replaces the handling of failed requests. */
  onError?: (error: Error, methods: UseFormReturn<Values>) => void;
  /** Title of the toast after a failed request. Without it, `summary` contains the errors that no field shows. */
  errorTitle?: string;
  /** Text of that toast; `messageOf` by default. */
  errorText?: (error: unknown) => string;
  /** False: the changes are stored as they are made, or nothing is lost with them. Otherwise the person is asked. */
  guard?: false;
}

/**
 * A form with client validation, a submit request and server errors. After a failed request it sets the server's field
 * errors on their fields, focuses the first of them, and returns the others as `summary`.
 */
export function useAppForm<Values extends FieldValues, Result>(options: Options<Values, Result>) {
  const { schema, defaultValues, values, mode, onSubmit, onSuccess, errorTitle, errorText = messageOf } = options;
  const fields = options.fields ?? (Object.keys(defaultValues) as Path<Values>[]);
  const [summary, setSummary] = useState<readonly string[]>([]);
  /** The values are stored, although the form still differs from the values that it began with. */
  const [saved, setSaved] = useState(false);
  const submitting = useRef(false);
  const props: UseFormProps<Values> = {
    resolver: zodResolver(schema) as Resolver<Values>,
    defaultValues: defaultValues as DefaultValues<Values>,
    values,
    resetOptions: { keepDirtyValues: true },
    ...(mode ? { mode } : {}),
  };
  const methods = useForm<Values>(props);
  const { errors, isDirty, isSubmitted } = methods.formState;
  const mutation = useMutation({
    mutationFn: onSubmit,
    onMutate: () => {
      setSummary([]);
      setSaved(false);
    },
    onSuccess: (result, valid) => {
      setSaved(true);
      return onSuccess?.(result, valid);
    },
    onSettled: () => {
      submitting.current = false;
    },
    onError: (error) => {
      if (options.onError) return options.onError(error, methods);
      if (errorTitle) toast({ title: errorTitle, text: errorText(error), tone: 'bad' });
      const others = applyServerErrors(error, fields, methods.setError);
      setSummary(errorTitle || hasFieldError(error) ? others : [errorText(error)]);
    },
  });
  if (saved && !isDirty) setSaved(false);
  const changed = (isDirty && !saved) || mutation.isPending;
  const unsaved = useUnsavedForm({
    changed: options.guard !== false && changed,
    isSaving: () => submitting.current,
  });
  const { control, register, setValue } = methods;
  return {
    /** For `FormProvider`. */
    methods,
    control,
    register,
    /** Replaces all values, including edited ones, and clears the errors. */
    reset: (next: Values) => methods.reset(next, { keepDirtyValues: false }),
    setValue,
    isDirty,
    /** For the `Dialog` that the form is in. */
    unsaved,
    isSubmitted,
    mutation,
    isPending: mutation.isPending,
    summary,
    /** The error message of a field, for `Field`. */
    errorOf: (field: Path<Values>): string | undefined => {
      const { message } = (get(errors, field) ?? {}) as { message?: unknown };
      return typeof message === 'string' ? message : undefined;
    },
    submit: methods.handleSubmit((valid) => {
      // A second submit, by any key, has no effect while the first one runs.
      if (submitting.current || options.validate?.(methods) === false) return;
      submitting.current = true;
      mutation.mutate(valid);
    }),
  };
}

/** What `useAppForm` returns. */
export type AppForm<Values extends FieldValues, Result> = ReturnType<typeof useAppForm<Values, Result>>;
