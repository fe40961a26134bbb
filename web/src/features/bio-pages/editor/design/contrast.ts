/** The contrast of text that WCAG 2.2 AA requires. The server replaces colors below it. */
export const MIN_CONTRAST = 4.5;

function channels(hex: string): number[] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 0xff, value & 0xff];
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = channels(hex).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Returns the contrast ratio of two colors (#rrggbb), 1 to 21. */
export function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

const hexOf = (parts: number[]) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;

/** Returns the color that the server uses for a text of this color: the nearest readable one. */
export function readable(text: string | undefined, background: string): string {
  const best = contrast('#ffffff', background) > contrast('#000000', background) ? '#ffffff' : '#000000';
  const mix = (from: string, to: string, share: number) => {
    const b = channels(to);
    return hexOf(channels(from).map((part, i) => Math.round(part + ((b[i] ?? 0) - part) * share)));
  };
  const color = text || mix(best, background, 0.06);
  for (let share = 0; share < 1; share += 0.1) {
    const mixed = mix(color, best, share);
    if (contrast(mixed, background) >= MIN_CONTRAST) return mixed;
  }
  return best;
}

/** Returns the shade over an image, in percent, with which a page makes its text readable; at least `wanted`. */
export function readableShade(background: string, text: string, wanted: number): number {
  const over = (pixel: number, round: (value: number) => number, share: number) =>
    hexOf(channels(background).map((part) => round(part * share + pixel * (1 - share))));
  const isReadable = (shade: number) => {
    const darkest = over(0, Math.floor, shade / 100);
    const lightest = over(255, Math.ceil, shade / 100);
    // A text between the two has the color of some pixel.
    return (
      (luminance(darkest) + 0.05) / (luminance(text) + 0.05) >= MIN_CONTRAST ||
      (luminance(text) + 0.05) / (luminance(lightest) + 0.05) >= MIN_CONTRAST
    );
  };
  let shade = wanted;
  while (shade < 100 && !isReadable(shade)) shade++;
  return shade;
}
