import type { PercentCrop } from 'react-image-crop';

const QUALITY = 0.95;

/** Returns a part of an image file as a file of the same format; PNG for a GIF. Rejects when the browser cannot draw it. */
export async function cropFile(file: File, crop: PercentCrop): Promise<File> {
  const image = await createImageBitmap(file);
  const part = (percent: number, of: number) => Math.round((percent / 100) * of);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, part(crop.width, image.width));
  canvas.height = Math.max(1, part(crop.height, image.height));
  canvas.getContext('2d')?.drawImage(image, -part(crop.x, image.width), -part(crop.y, image.height));
  image.close();
  const type = file.type === 'image/gif' ? 'image/png' : file.type;
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY));
  if (!blob) throw new Error('This image is too large to crop in the browser. Upload it without cropping.');
  return new File([blob], file.name, { type: blob.type });
}
