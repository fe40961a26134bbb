import type { FieldPath, UseFormReturn } from 'react-hook-form';
import { sectionOf } from '@/entities/link/link-fields';
import { ApiError, type FieldError, isLimitReached, messageOf } from '@/shared/api/errors';
import { hasErrors, setBranchError, setRuleError, validateBranches, validateRule } from '../rules/rule-form';
import type { LinkForm } from './link-form.schema';

const ALWAYS_VISIBLE = new Set(['url', 'alias', 'domain']);

type Form = UseFormReturn<LinkForm>;

/** A submit error that belongs to no field. */
export interface SubmitError {
  message: string;
  /** The plan's limit is reached. */
  limit: boolean;
  /** The link was changed elsewhere since it was loaded. */
  conflict: boolean;
}

/** "rules[2].when" → "rules". */
function rootOf(field: string): string {
  return field.split(/[.[]/, 1)[0] ?? '';
}

/** Sets an error inside a rule or a split branch. Returns false when the path names neither. */
function applyNestedError(form: Form, { field, message }: FieldError): boolean {
  const [, at, path] = /^rules\[(\d+)\]\.?(.*)$/.exec(field) ?? [];
  const rules = form.getValues('rules');
  const rule = rules[Number(at)];
  if (rule && path !== undefined) {
    form.setValue('rules', rules.with(Number(at), setRuleError(rule, path, message)));
    return true;
  }
  const split = field.startsWith('split[')
    ? setBranchError(form.getValues('split'), field.slice('split'.length), message)
    : null;
  if (split) form.setValue('split', split);
  return split !== null;
}

/**
 * Sets the server's field errors on their controls and expands the sections that contain them. Returns the error when
 * none of it belongs to a field.
 */
export function applyServerErrors(error: unknown, form: Form, open: (section: string) => void): SubmitError | null {
  const status = error instanceof ApiError ? error.status : 0;
  const errors = error instanceof ApiError ? [...error.errors] : [];
  if (errors.length === 0 && status === 409) errors.push({ field: 'alias', message: messageOf(error) });
  const known = errors.filter(({ field }) => ALWAYS_VISIBLE.has(field) || sectionOf(field));
  known.forEach((fieldError, at) => {
    const section = sectionOf(fieldError.field);
    if (section) open(section);
    if (applyNestedError(form, fieldError)) return;
    const whole = section === 'rules' || section === 'split' || section === 'about';
    const name = whole ? rootOf(fieldError.field) : fieldError.field;
    form.setError(name as FieldPath<LinkForm>, { message: fieldError.message }, { shouldFocus: at === 0 });
  });
  if (known.length > 0) return null;
  return { message: messageOf(error), limit: isLimitReached(error), conflict: status === 412 };
}

/** Validates rules and split branches on the client. Returns whether any of them has an error. */
export function validateNested(form: Form, open: (section: string) => void): boolean {
  const rules = form.getValues('rules').map(validateRule);
  const split = validateBranches(form.getValues('split'));
  form.setValue('rules', rules);
  form.setValue('split', split);
  const invalid = { rules: rules.some(hasErrors), split: split.some(({ error }) => error !== '') };
  if (invalid.rules) open('rules');
  if (invalid.split) open('split');
  return invalid.rules || invalid.split;
}
