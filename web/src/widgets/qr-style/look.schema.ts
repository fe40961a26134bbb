import * as z from 'zod/mini';
import { DOTS, FRAME_STYLES, FRAMES, MODULES } from '@/entities/qr-code/drawing/shapes';
import type { QrLook } from '@/entities/qr-code/qr-code.types';
import { checkLook, isColor } from './scannability';

export const LEVELS = ['L', 'M', 'Q', 'H'] as const;

export const DEFAULT_LOOK: QrLook = {
  size: 1024,
  margin: 4,
  level: 'M',
  dark: '#101d1e',
  light: '#ffffff',
  background: '',
  modules: 'square',
  frame: 'square',
  dot: 'square',
  frameColor: '',
  dotColor: '',
  gradient: '',
  frameStyle: 'none',
  caption: '',
  logo: '',
  logoSize: 20,
  focalX: 50,
  focalY: 50,
};

/** Bounds of the longer side of a logo, in percent of the code's side. */
export const MIN_LOGO = 5;
export const MAX_LOGO = 35;

/** Whether a background is an image of the media library. */
export function isImage(background: string): boolean {
  return background.startsWith('med_');
}

const isBackground = (text: string) => text === '' || text === 'transparent' || isImage(text) || isColor(text);

const LOGO_SIZE = { error: `Enter ${MIN_LOGO} to ${MAX_LOGO} percent.` };
const MARGIN = { error: 'Enter 0 to 20 modules.' };
const COLOR = { error: 'Enter a color such as #1a2b3c.' };
const color = () => z.string().check(z.refine(isColor, COLOR));

const optionalColor = () => z.string().check(z.refine((text) => text === '' || isColor(text), COLOR));

/** A look that can be drawn, whether scanners read its colors or not. */
export const anyContrastSchema = z.object({
  size: z.number(),
  margin: z.int(MARGIN).check(z.gte(0, MARGIN), z.lte(20, MARGIN)),
  level: z.enum(LEVELS),
  dark: color(),
  light: color(),
  background: z.string().check(z.refine(isBackground, COLOR)),
  modules: z.enum(MODULES),
  frame: z.enum(FRAMES),
  dot: z.enum(DOTS),
  frameColor: optionalColor(),
  dotColor: optionalColor(),
  gradient: z.string(),
  frameStyle: z.enum(FRAME_STYLES),
  caption: z.string().check(z.maxLength(40, { error: 'Enter at most 40 characters.' })),
  logo: z.string(),
  logoSize: z.int(LOGO_SIZE).check(z.gte(MIN_LOGO, LOGO_SIZE), z.lte(MAX_LOGO, LOGO_SIZE)),
  focalX: z.int().check(z.gte(0), z.lte(100)),
  focalY: z.int().check(z.gte(0), z.lte(100)),
});

/** Checks that need no request. The server validates everything again. */
export const lookSchema = anyContrastSchema.check(
  z.refine((look) => checkLook(look).tone !== 'bad', {
    path: ['dark'],
    error: ({ input }) => checkLook(input as QrLook).message,
  }),
);

/** A form with a look. `look` is that of a code, `qrLook` the default look of a domain's codes. */
export interface LookForm {
  look: QrLook;
  qrLook: QrLook;
}

/** The field of the form that contains the look. The server names it in its errors. */
export type LookField = keyof LookForm;

/** The fields that a server error can name. */
export function lookFields<Field extends LookField>(field: Field) {
  return [
    `${field}.size`,
    `${field}.margin`,
    `${field}.level`,
    `${field}.dark`,
    `${field}.light`,
    `${field}.modules`,
    `${field}.frame`,
    `${field}.dot`,
    `${field}.frameColor`,
    `${field}.dotColor`,
    `${field}.gradient`,
    `${field}.caption`,
    `${field}.logo`,
    `${field}.logoSize`,
    `${field}.background`,
  ] as const;
}
