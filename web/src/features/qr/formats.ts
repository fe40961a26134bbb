/** The file formats of a code, with their labels. */
export const FORMATS = [
  { format: 'svg', text: 'SVG' },
  { format: 'png', text: 'PNG' },
  { format: 'jpeg', text: 'JPEG' },
  { format: 'webp', text: 'WebP' },
  { format: 'pdf', text: 'PDF for print' },
  { format: 'eps', text: 'EPS for print' },
] as const;
