import * as z from 'zod/mini';
import { t } from '@/shared/i18n/t';

// Validation of names, email addresses and passwords, with the same messages as the server.
// Lengths are counted in code points.

const NAME = /^[\p{L}\p{M} '’-]+$/u;

function count(text: string): number {
  return [...text].length;
}

/** At least `min` characters. */
export function atLeast(min: number, message: string) {
  return z.refine<string>((text) => count(text) >= min, message);
}

/** At most `max` characters. */
export function atMost(max: number, message: string) {
  return z.refine<string>((text) => count(text) <= max, message);
}

/** A first or last name: 2 to 50 letters, spaces, hyphens, apostrophes. */
export function personName(label: string) {
  return z
    .string()
    .check(
      atLeast(2, t('{label} must be at least 2 characters', { label })),
      atMost(50, t('{label} cannot exceed 50 characters', { label })),
      z.regex(NAME, t('{label} can only contain letters, spaces, hyphens, and apostrophes', { label })),
    );
}

/** A new password: 8 to 32 characters of four kinds. The form shows the first error, in this order. */
export const newPassword = z
  .string()
  .check(
    atLeast(8, t('Password must be at least 8 characters')),
    atMost(32, t('Password cannot exceed 32 characters')),
    z.regex(/\p{Lu}/u, t('Password must contain at least one uppercase letter')),
    z.regex(/\p{Ll}/u, t('Password must contain at least one lowercase letter')),
    z.regex(/\p{Nd}/u, t('Password must contain at least one number')),
    z.regex(/[^\p{L}\p{N}\s]/u, t('Password must contain at least one special character')),
  );

// The server's pattern of a deliverable address. The length is validated separately.
const LOCAL = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?';
const EMAIL = new RegExp(`^${LOCAL}(?:\\.${LOCAL})*@(?:${LABEL}\\.)+(?=[^.]*[A-Za-z])(?=..)${LABEL}$`);

/** An email address of any length. */
export const mailAddress = z.string().check(z.regex(EMAIL, t('Please enter a valid email address')));

/** Puts "Passwords do not match" on the confirmation when the two differ, even while other fields are invalid. */
export const passwordsMatch = z.refine<{ password: string; passwordConfirmation: string }>(
  (form) => form.password === form.passwordConfirmation,
  {
    error: t('Passwords do not match'),
    path: ['passwordConfirmation'],
    when: () => true,
  },
);
