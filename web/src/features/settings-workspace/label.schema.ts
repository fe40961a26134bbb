import * as z from 'zod/mini';

export const MAX_LABEL_NAME = 50;

/** The name of a tag, folder or template. */
export const labelName = z.string().check(z.trim(), z.minLength(1, 'Enter a name.'));
