import type { DrawnImage } from './drawing';

/** Longest side of an image in a preview, in pixels. */
const MAX_SIDE = 512;
/** The part of the light color that the server mixes into the image of a background. */
const VEIL = 0.75;

/** Loads a logo and draws it on the light color, as the server does. */
export async function loadLogo(url: string, light: string): Promise<DrawnImage> {
  const image = await load(url);
  const { naturalWidth: width, naturalHeight: height } = image;
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height));
  const canvas = canvasOf(width * scale, height * scale, light);
  canvas.context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return { href: canvas.element.toDataURL('image/png'), width, height };
}

/** A position in an image, in percent of its width and height. */
export interface FocalPoint {
  x: number;
  y: number;
}

/** Loads the part of an image with a proportion (width by height), lightened as the server does. */
export async function loadBackground(
  url: string,
  light: string,
  proportion: number,
  focalPoint: FocalPoint,
): Promise<DrawnImage> {
  const image = await load(url);
  const { left, top, width, height } = cropOf(image.naturalWidth, image.naturalHeight, proportion, focalPoint);
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height));
  const canvas = canvasOf(width * scale, height * scale, light);
  canvas.context.globalAlpha = 1 - VEIL;
  canvas.context.drawImage(image, left, top, width, height, 0, 0, canvas.width, canvas.height);
  return { href: canvas.element.toDataURL('image/jpeg'), width, height };
}

/** The largest area of an image with a proportion, placed by the focal point. It has whole pixels, as on the server. */
export function cropOf(naturalWidth: number, naturalHeight: number, proportion: number, focalPoint: FocalPoint) {
  const wide = naturalWidth > naturalHeight * proportion;
  const width = wide ? Math.max(1, Math.floor(naturalHeight * proportion)) : naturalWidth;
  const height = wide ? naturalHeight : Math.max(1, Math.floor(naturalWidth / proportion));
  const left = Math.floor(((naturalWidth - width) * focalPoint.x) / 100);
  const top = Math.floor(((naturalHeight - height) * focalPoint.y) / 100);
  return { left, top, width, height };
}

async function load(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.crossOrigin = 'anonymous'; // Otherwise the canvas of an image of another host can't be read.
  image.src = url;
  await image.decode();
  return image;
}

/** A canvas that is filled with a color. */
function canvasOf(w: number, h: number, color: string) {
  const element = document.createElement('canvas');
  element.width = Math.max(1, Math.round(w));
  element.height = Math.max(1, Math.round(h));
  const context = element.getContext('2d');
  if (!context) throw new Error('This browser can’t draw images.');
  context.fillStyle = color;
  context.fillRect(0, 0, element.width, element.height);
  return { element, context, width: element.width, height: element.height };
}
