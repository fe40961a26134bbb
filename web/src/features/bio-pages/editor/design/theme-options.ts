/** The settings of a theme. The values are those of the API. */

export const MODES = [
  { value: 'auto', label: 'Visitor’s device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

export const FONTS = [
  { value: 'sans', label: 'Sans' },
  { value: 'serif', label: 'Serif' },
  { value: 'rounded', label: 'Rounded' },
  { value: 'mono', label: 'Mono' },
  { value: 'grotesk', label: 'Grotesk' },
  { value: 'classic', label: 'Classic: serif headings' },
] as const;

export const SHAPES = [
  { value: 'square', label: 'Square' },
  { value: 'soft', label: 'Soft' },
  { value: 'round', label: 'Round' },
  { value: 'pill', label: 'Pill' },
] as const;

export const BUTTON_STYLES = [
  { value: 'filled', label: 'Filled' },
  { value: 'outlined', label: 'Outlined' },
  { value: 'raised', label: 'Raised' },
  { value: 'tinted', label: 'Tinted' },
] as const;

export const BACKGROUNDS = [
  { value: 'solid', label: 'Solid' },
  { value: 'gradient', label: 'Gradient' },
  { value: 'dots', label: 'Dots' },
  { value: 'lines', label: 'Lines' },
  { value: 'image', label: 'Image' },
] as const;

/** The look of the tiles; the server has the stacks of the public page. */
export const FONT_STACKS: Record<string, string> = {
  sans: 'system-ui, sans-serif',
  serif: 'Georgia, serif',
  rounded: 'ui-rounded, "Nunito", system-ui, sans-serif',
  mono: 'ui-monospace, monospace',
  grotesk: '"Helvetica Neue", Arial, sans-serif',
  classic: 'Georgia, serif',
};

export const SHAPE_RADII: Record<string, string> = { square: '0', soft: '2px', round: '4px', pill: '99px' };
