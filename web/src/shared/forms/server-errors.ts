import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { ApiError } from '@/shared/api/errors';

/** Whether the server's path names the field or a part of it: "allowed[0]" is a part of "allowed". */
function isWithin(path: string, field: string): boolean {
  return path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`);
}

/**
 * Sets the field errors of an API error on the form's fields and focuses the first of them. Returns the messages of the
 * errors that belong to none of the fields.
 */
export function applyServerErrors<T extends FieldValues>(
  error: unknown,
  fields: readonly Path<T>[],
  setError: UseFormSetError<T>,
): string[] {
  if (!(error instanceof ApiError)) return [];
  const matched = fields.flatMap((field) => {
    const found = error.errors.find((one) => isWithin(one.field, field));
    return found ? [{ field, message: found.message }] : [];
  });
  matched.forEach(({ field, message }, index) => {
    setError(field, { type: 'server', message }, { shouldFocus: index === 0 });
  });
  return error.errors.filter(({ field }) => !fields.some((one) => isWithin(field, one))).map(({ message }) => message);
}

/** Whether the server named the fields that are invalid. */
export function hasFieldError(error: unknown): boolean {
  return error instanceof ApiError && error.errors.length > 0;
}
