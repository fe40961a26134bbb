import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormProps,
  useForm,
} from 'react-hook-form';
import type { ZodMiniType } from 'zod/mini';
import { messageOf } from '@/shared/api/errors';
import { toast } from '@/shared/ui/toast';
import { applyServerErrors } from './server-errors';

interface Options<Values extends FieldValues, Result> {
  schema: ZodMiniType<Values, Values>;
  /** All fields with their empty values. */
  defaultValues: Values;
  /** The stored values: the form follows them, except for fields that were edited. */
  values?: Values;
  onSubmit: (values: Values) => Promise<Result>;
  onSuccess?: (result: Result, values: Values) => unknown;
  /** Title of the toast after a failed request. */
  errorTitle: string;
  /** Text of that toast; `messageOf` by default. */
  errorText?: (error: unknown) => string;
}

/**
 * A form with client validation, a submit request and server errors. A failed request shows a toast, sets the server's
 * field errors on their fields, focuses the first of them, and returns the others as `summary`.
 */
export function useAppForm<Values extends FieldValues, Result>(options: Options<Values, Result>) {
  const { schema, defaultValues, values, onSubmit, onSuccess, errorTitle, errorText = messageOf } = options;
  const [summary, setSummary] = useState<readonly string[]>([]);
  const props: UseFormProps<Values> = {
    resolver: zodResolver(schema) as Resolver<Values>,
    defaultValues: defaultValues as DefaultValues<Values>,
    values,
    resetOptions: { keepDirtyValues: true },
  };
  const form = useForm<Values>(props);
  const { errors, isDirty, isSubmitted } = form.formState;
  const mutation = useMutation({
    mutationFn: onSubmit,
    onMutate: () => setSummary([]),
    onSuccess,
    onError: (error) => {
      toast({ title: errorTitle, text: errorText(error), tone: 'bad' });
      setSummary(applyServerErrors(error, Object.keys(defaultValues) as Path<Values>[], form.setError));
    },
  });
  const { control, register, setValue } = form;
  return {
    control,
    register,
    /** Replaces all values, including edited ones, and clears the errors. */
    reset: (next: Values) => form.reset(next, { keepDirtyValues: false }),
    setValue,
    isDirty,
    isSubmitted,
    mutation,
    isPending: mutation.isPending,
    summary,
    /** The error message of a field, for `Field`. */
    errorOf: (field: Path<Values>): string | undefined => {
      const message = errors[field]?.message;
      return typeof message === 'string' ? message : undefined;
    },
    submit: form.handleSubmit((valid) => mutation.mutate(valid)),
  };
}
