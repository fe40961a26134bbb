/** A transition between two colors. */
export type Gradient =
  | { kind: 'linear'; degrees: number; from: string; to: string }
  | { kind: 'radial'; from: string; to: string };

const FORM = /^(?:linear:(\d{1,3})|radial):(#[0-9a-f]{6}):(#[0-9a-f]{6})$/i;

/** Parses `linear:<degrees>:<from>:<to>` or `radial:<from>:<to>`; null for any other text. */
export function parseGradient(text: string): Gradient | null {
  const [found, degrees, from, to] = FORM.exec(text) ?? [];
  if (!found || !from || !to) return null;
  if (degrees === undefined) return { kind: 'radial', from, to };
  return Number(degrees) < 360 ? { kind: 'linear', degrees: Number(degrees), from, to } : null;
}

/** Formats a gradient as the API expects it. */
export function formatGradient(gradient: Gradient): string {
  const { from, to } = gradient;
  return gradient.kind === 'radial' ? `radial:${from}:${to}` : `linear:${gradient.degrees}:${from}:${to}`;
}
