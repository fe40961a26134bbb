/** A printed size. */
export interface PrintSize {
  /** Width in millimeters, frame style and margin included. */
  mm: number;
  /** Pixels per inch of PNG, JPEG and WebP. */
  dpi: number;
}

export const DEFAULT_PRINT: PrintSize = { mm: 30, dpi: 300 };

/** Bounds of the width, in millimeters. */
export const MIN_MM = 5;
export const MAX_MM = 2000;

export const DPIS = [150, 300, 600, 1200] as const;

/** Whether a width is within the bounds. */
export function isPrintable(mm: number): boolean {
  return mm >= MIN_MM && mm <= MAX_MM;
}

/** The pixels of a raster file. */
export function pixelsOf({ mm, dpi }: PrintSize): number {
  return Math.round((mm / 25.4) * dpi);
}
