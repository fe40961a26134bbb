import * as z from 'zod/mini';
import { withScheme } from '@/entities/link/destination';

/** Hints while fields of blocks are typed. Only the server decides what is stored and what is published. */

/** A text of one line that may not be empty. */
export function line(max: number, empty: string) {
  return z.string().check(
    z.refine((text) => text.trim() !== '', { error: empty }),
    atMost(max),
  );
}

/** A text that may be empty. */
export function optionalLine(max: number) {
  return z.string().check(atMost(max));
}

function atMost(max: number) {
  return z.maxLength(max, { error: `Enter at most ${max} characters.` });
}

/** A text that matches a pattern. */
export function matching(pattern: RegExp, error: string) {
  return z.string().check(z.refine((text) => pattern.test(text), { error }));
}

const WEB = /^https?:\/\/[^\s/?#]+([/?#]\S*)?$/i;

function isWebAddress(text: string): boolean {
  const url = withScheme(text);
  return WEB.test(url) && URL.canParse(url);
}

const ADDRESS_ERROR = 'Enter an address that starts with https://, such as https://example.com.';

export const address = z.string().check(z.refine(isWebAddress, { error: ADDRESS_ERROR }));

export const optionalAddress = z
  .string()
  .check(z.refine((text) => text.trim() === '' || isWebAddress(text), { error: ADDRESS_ERROR }));

export const optionalEmail = z.string().check(
  z.refine((text) => text.trim() === '' || /^[^\s@<>"'&?]+@[^\s@<>"'&?]+\.[^\s@<>"'&?.]{2,}$/.test(text.trim()), {
    error: 'Enter an email address, such as name@example.com.',
  }),
);

export const optionalPhone = z.string().check(
  z.refine((text) => text.trim() === '' || /^\+?[0-9][0-9 ()./-]{2,58}$/.test(text.trim()), {
    error: 'Enter a phone number, such as +44 20 1234 5678.',
  }),
);

export const linkId = z.string().check(z.minLength(1, { error: 'Choose a link.' }));

export const mediaId = z.string().check(z.minLength(1, { error: 'Choose an image.' }));
