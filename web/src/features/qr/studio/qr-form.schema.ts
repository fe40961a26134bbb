import * as z from 'zod/mini';
import type { QrCode, QrLook, UpdateQrCode } from '@/entities/qr-code/qr-code.types';
import { DEFAULT_LOOK, lookSchema } from '@/widgets/qr-style/look.schema';
import { EMPTY_CONTENT, staticForm, toStatic, toStaticForm } from '../content/static-form';

/** Checks that need no request. The server validates everything again. */
export const qrForm = z.object({
  name: z.string().check(z.maxLength(100, { error: 'Enter at most 100 characters.' })),
  staticContent: staticForm,
  look: lookSchema,
});

export type QrForm = z.output<typeof qrForm>;

/** The form of a new code. `look` is the default look of the link's domain. */
export function newForm(look: QrLook | null): QrForm {
  return { name: '', staticContent: EMPTY_CONTENT, look: look ?? DEFAULT_LOOK };
}

/** The form of an existing code. Times are entered in the zone. */
export function toForm({ name, staticContent, look }: QrCode, zone: string): QrForm {
  return { name: name ?? '', staticContent: toStaticForm(staticContent, zone), look };
}

/** The request body that updates a code. */
export function toUpdate({ name, staticContent, look }: QrForm, zone: string): UpdateQrCode {
  const content = toStatic(staticContent, zone);
  return { name: name.trim() || null, look, ...(content && { staticContent: content }) };
}
