import * as z from 'zod/mini';
import type { QrCode, QrLook, UpdateQrCode } from '@/entities/qr-code/qr-code.types';
import { checkColors, isColor } from './scannability';

export const LEVELS = ['L', 'M', 'Q', 'H'] as const;

const MARGIN = { error: 'Enter 0 to 20 modules.' };
const color = () => z.string().check(z.refine(isColor, { error: 'Enter a color such as #1a2b3c.' }));

/** Checks that need no request. The server validates everything again. */
export const qrForm = z.object({
  name: z.string().check(z.maxLength(100, { error: 'Enter at most 100 characters.' })),
  look: z
    .object({
      size: z.number(),
      margin: z.int(MARGIN).check(z.gte(0, MARGIN), z.lte(20, MARGIN)),
      level: z.enum(LEVELS),
      dark: color(),
      light: color(),
    })
    .check(
      z.refine((look) => checkColors(look.dark, look.light).tone !== 'bad', {
        path: ['dark'],
        error: ({ input }) => {
          const { dark, light } = input as QrLook;
          return checkColors(dark, light).message;
        },
      }),
    ),
});

export type QrForm = z.output<typeof qrForm>;

export const DEFAULT_LOOK: QrLook = { size: 1024, margin: 4, level: 'M', dark: '#101d1e', light: '#ffffff' };

/** The form of an existing code, or of a new one. */
export function toForm(code?: QrCode): QrForm {
  return { name: code?.name ?? '', look: code?.look ?? DEFAULT_LOOK };
}

/** The request body that updates a code. */
export function toUpdate({ name, look }: QrForm): UpdateQrCode {
  return { name: name.trim() || null, look };
}
