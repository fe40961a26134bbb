import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { ApiError } from '@/shared/api/errors';

/** Puts the server's faults under the fields of the form that have them, and the cursor into the first. */
export function showFaults<T extends FieldValues>(
  error: unknown,
  fields: readonly Path<T>[],
  setError: UseFormSetError<T>,
): void {
  if (!(error instanceof ApiError)) return;
  const known = fields.flatMap((field) => {
    const fault = error.errors.find((one) => one.field === field);
    return fault ? [{ field, message: fault.message }] : [];
  });
  known.forEach(({ field, message }, at) => {
    setError(field, { type: 'server', message }, { shouldFocus: at === 0 });
  });
}
