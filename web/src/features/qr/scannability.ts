/** The least contrast that the server draws (WCAG's ratio); below, scanners fail. */
export const LEAST_CONTRAST = 3;
/** Light modules around a code that ISO/IEC 18004 asks for. */
export const QUIET_MODULES = 4;

const HEX = /^#[0-9a-f]{6}$/i;

export function isColour(text: string): boolean {
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

/** How much lighter `light` is than `dark`: 1 to 21, below 1 when it is the darker one. */
export function contrast(dark: string, light: string): number {
  return (luminance(light) + 0.05) / (luminance(dark) + 0.05);
}

export interface Verdict {
  tone: 'good' | 'fair' | 'bad';
  says: string;
}

/** Whether scanners will read these colours, in words that tell what to change. */
export function judgeColours(dark: string, light: string): Verdict {
  if (!isColour(dark) || !isColour(light)) return { tone: 'bad', says: 'Write colours as # and six digits.' };
  const ratio = contrast(dark, light);
  if (ratio < 1) return { tone: 'bad', says: 'Light on dark: many scanners read only dark on light. Swap the two.' };
  const told = `Contrast ${ratio.toFixed(1)} to 1`;
  if (ratio < LEAST_CONTRAST) return { tone: 'bad', says: `${told}: too little to be read. Take a darker colour.` };
  if (ratio < 7) return { tone: 'fair', says: `${told}: enough on a screen; faded print may fail.` };
  return { tone: 'good', says: `${told}: every scanner reads it.` };
}

/** What is to be said about a margin, null when it is what scanners expect. */
export function judgeMargin(margin: number): string | null {
  if (margin >= QUIET_MODULES) return null;
  return `Scanners expect ${QUIET_MODULES} light modules. Leave as much free around it in print.`;
}
