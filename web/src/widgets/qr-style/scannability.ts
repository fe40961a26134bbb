import { parseGradient } from '@/entities/qr-code/drawing/gradient';
import type { QrLook } from '@/entities/qr-code/qr-code.types';

/** Minimum contrast ratio (WCAG) that the server accepts; below it, scanners fail. */
export const MIN_CONTRAST = 3;
/** Width of the quiet zone that ISO/IEC 18004 requires, in modules. */
export const QUIET_MODULES = 4;

const HEX = /^#[0-9a-f]{6}$/i;

/** Whether the text is a color in the form #rrggbb. */
export function isColor(text: string): boolean {
  return HEX.test(text);
}

/** Relative luminance of WCAG 2.2, 0 to 1. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of WCAG 2.2, 1 to 21. Below 1 when `light` is darker than `dark`. */
export function contrast(dark: string, light: string): number {
  return (luminance(light) + 0.05) / (luminance(dark) + 0.05);
}

export interface ColorCheck {
  tone: 'good' | 'fair' | 'bad';
  message: string;
}

/** Whether scanners can read these colors, with a message that says what to change. */
export function checkColors(dark: string, light: string): ColorCheck {
  if (!isColor(dark) || !isColor(light)) return { tone: 'bad', message: 'Enter colors such as #1a2b3c.' };
  const ratio = contrast(dark, light);
  if (ratio < 1) return { tone: 'bad', message: 'Many scanners can’t read light on dark. Swap the colors.' };
  const contrastText = `Contrast ${ratio.toFixed(1)}:1`;
  if (ratio < MIN_CONTRAST) return { tone: 'bad', message: `${contrastText} is too low. Use a darker module color.` };
  if (ratio < 7) return { tone: 'fair', message: `${contrastText} is fine on screens, but faded prints may fail.` };
  return { tone: 'good', message: `${contrastText} works with every scanner.` };
}

/** Like `checkColors`, for the weakest dark color of a look: with a gradient, one of its ends replaces `dark`. */
export function checkLook({ dark, light, gradient }: Pick<QrLook, 'dark' | 'light' | 'gradient'>): ColorCheck {
  const ends = parseGradient(gradient);
  if (!ends) return checkColors(dark, light);
  const weakest = contrast(ends.from, light) < contrast(ends.to, light) ? ends.from : ends.to;
  return checkColors(weakest, light);
}

/** A warning about a margin that is too small, in modules; null when it is large enough. */
export function checkMargin(margin: number): string | null {
  if (margin >= QUIET_MODULES) return null;
  return `Scanners expect a margin of ${QUIET_MODULES} modules. Leave that much space around the printed code.`;
}

/** The lowest score of codes that scan in good conditions. */
export const FAIR_SCORE = 60;

/** What a score of the server's checks, 0 to 100, means. */
export function verdictOf(score: number): string {
  if (score === 100) return 'Scans reliably';
  return score >= FAIR_SCORE ? 'Scans in good conditions' : 'Hard to scan';
}
