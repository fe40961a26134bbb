import * as z from 'zod/mini';

export const qrDefaults = { q: '' };

/** What the QR screen shows. It lives in the URL and nowhere else. */
export const qrSearch = z.object({
  q: z.catch(z._default(z.string(), qrDefaults.q), qrDefaults.q),
  /** The create dialog is open. */
  new: z.catch(z.optional(z.literal(1)), undefined),
  /** The link that the create dialog begins with. */
  linkId: z.catch(z.optional(z.string()), undefined),
  /** The code whose edit dialog is open. */
  edit: z.catch(z.optional(z.string()), undefined),
});

export type QrSearch = z.output<typeof qrSearch>;
