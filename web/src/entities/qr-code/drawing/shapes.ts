/** The shapes that a code can have, as the API names them. */
export const MODULES = ['square', 'rounded', 'dots', 'classy', 'diamond', 'star'] as const;
export const FRAMES = ['square', 'rounded', 'circle', 'leaf', 'drop', 'cushion', 'dots'] as const;
export const DOTS = ['square', 'rounded', 'circle', 'diamond', 'leaf', 'drop', 'star'] as const;
export const FRAME_STYLES = ['none', 'label', 'ticket', 'sticker'] as const;

export type ModuleShape = (typeof MODULES)[number];
export type Frame = (typeof FRAMES)[number];
export type Dot = (typeof DOTS)[number];
export type FrameStyle = (typeof FRAME_STYLES)[number];
