import * as z from 'zod/mini';
import type { QrCode, QrLook, UpdateQrCode } from '@/entities/qr-code/qr-code.types';
import { isColour, judgeColours } from './scannability';

export const LEVELS = ['L', 'M', 'Q', 'H'] as const;

const MARGIN = { error: 'Enter 0 to 20 modules.' };
const colour = () => z.string().check(z.refine(isColour, { error: 'Write it as # and six digits.' }));

/** The server has the last word; here is only what needs no question. */
export const qrForm = z.object({
  name: z.string().check(z.maxLength(100, { error: 'A name has at most 100 characters.' })),
  look: z
    .object({
      size: z.number(),
      margin: z.int(MARGIN).check(z.gte(0, MARGIN), z.lte(20, MARGIN)),
      level: z.enum(LEVELS),
      dark: colour(),
      light: colour(),
    })
    .check(
      z.refine((look) => judgeColours(look.dark, look.light).tone !== 'bad', {
        path: ['dark'],
        error: ({ input }) => {
          const { dark, light } = input as QrLook;
          return judgeColours(dark, light).says;
        },
      }),
    ),
});

export type QrForm = z.output<typeof qrForm>;

export const DEFAULT_LOOK: QrLook = { size: 1024, margin: 4, level: 'M', dark: '#101d1e', light: '#ffffff' };

export function formOf(code?: QrCode): QrForm {
  return { name: code?.name ?? '', look: code?.look ?? DEFAULT_LOOK };
}

/** The call that changes a code. */
export function toUpdate({ name, look }: QrForm): UpdateQrCode {
  return { name: name.trim() || null, look };
}
