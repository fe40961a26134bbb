import * as z from 'zod/mini';
import type { QrCode, QrLook, UpdateQrCode } from '@/entities/qr-code/qr-code.types';
import { DEFAULT_LOOK, lookSchema } from '@/widgets/qr-style/look.schema';

/** Checks that need no request. The server validates everything again. */
export const qrForm = z.object({
  name: z.string().check(z.maxLength(100, { error: 'Enter at most 100 characters.' })),
  look: lookSchema,
});

export type QrForm = z.output<typeof qrForm>;

/** The form of a new code. `look` is the default look of the link's domain. */
export function newForm(look: QrLook | null): QrForm {
  return { name: '', look: look ?? DEFAULT_LOOK };
}

/** The form of an existing code. */
export function toForm({ name, look }: QrCode): QrForm {
  return { name: name ?? '', look };
}

/** The request body that updates a code. */
export function toUpdate({ name, look }: QrForm): UpdateQrCode {
  return { name: name.trim() || null, look };
}
