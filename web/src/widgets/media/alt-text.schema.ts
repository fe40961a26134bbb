import * as z from 'zod/mini';

/** The maximum length of an alternative text, in characters. */
export const MAX_ALT = 300;

export const altText = z.string().check(
  z.refine((text) => text.trim() !== '', { error: 'Describe the image for people who cannot see it.' }),
  z.maxLength(MAX_ALT, { error: `Enter at most ${MAX_ALT} characters.` }),
);
