import * as z from 'zod/mini';

const MAX_HANDLE = 60;

/** Checks of a handle that need no request. The server also knows reserved and taken ones. */
export const handleSchema = z.string().check(
  z.refine((handle) => handle.trim().replace(/^@/, '') !== '', { error: 'Enter a handle.' }),
  z.maxLength(MAX_HANDLE, { error: `Enter at most ${MAX_HANDLE} characters.` }),
  z.refine((handle) => !/[\s/*?#]/.test(handle.trim()), {
    error: 'A handle has no spaces, slashes and other characters that separate parts of a URL.',
  }),
);
