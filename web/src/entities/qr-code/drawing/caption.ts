import { Outline } from './outline';

/**
 * The outlines of the caption font, by character: the advance, then the contours as `M`, `L`, `Q` and `C` with absolute
 * coordinates, all in 1/2048 em. y grows downwards.
 */
export interface CaptionFont {
  glyphs: Readonly<Record<string, string>>;
}

/** Units of the font per em. */
const EM = 2048;

/** Loads the caption font, on first use. */
export async function loadCaptionFont(): Promise<CaptionFont> {
  return (await import('@/shared/data/caption-font.json')).default;
}

/** The outlines of a text with an em of 1, its baseline at y = 0. Characters without a glyph are omitted. */
export function captionOf(text: string, font: CaptionFont): { outline: Outline; width: number } {
  const outline = new Outline();
  let width = 0;
  for (const character of text) {
    const glyph = font.glyphs[character];
    if (glyph !== undefined) width += addGlyph(outline, glyph, width);
  }
  return { outline, width };
}

/** Adds a glyph at a position in em and returns its advance. Quadratic curves become cubic ones. */
function addGlyph(o: Outline, glyph: string, x: number): number {
  const [advance, ...segments] = glyph.split(/(?=[MLQC])/);
  let [lastX, lastY] = [0, 0];
  segments.forEach((segment, index) => {
    const p = segment
      .slice(1)
      .split(' ')
      .map((value, at) => (at % 2 === 0 ? x + Number(value) / EM : Number(value) / EM));
    const at = (i: number) => p[i] ?? 0;
    switch (segment[0]) {
      case 'M':
        if (index > 0) o.close();
        o.move(at(0), at(1));
        break;
      case 'L':
        o.line(at(0), at(1));
        break;
      case 'Q':
        o.curve(
          lastX + ((at(0) - lastX) * 2) / 3,
          lastY + ((at(1) - lastY) * 2) / 3,
          at(2) + ((at(0) - at(2)) * 2) / 3,
          at(3) + ((at(1) - at(3)) * 2) / 3,
          at(2),
          at(3),
        );
        break;
      default:
        o.curve(at(0), at(1), at(2), at(3), at(4), at(5));
    }
    [lastX, lastY] = [at(p.length - 2), at(p.length - 1)];
  });
  if (segments.length > 0) o.close();
  return Number(advance) / EM;
}
