/** The longer side of the picture, in pixels: the widest size that the server stores. */
const SIDE = 1280;

export const isSvg = (file: File): boolean => file.type === 'image/svg+xml';

/**
 * Draws an SVG file as a PNG, which the server accepts: SVG can contain programs. An image element runs none and loads
 * nothing that the file refers to. Rejects when the browser cannot draw the file.
 */
export async function rasterizeSvg(file: File): Promise<File> {
  const source = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = source;
    await image.decode();
    const scale = SIDE / Math.max(image.naturalWidth, image.naturalHeight);
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(image.naturalWidth * scale);
    canvas.height = Math.round(image.naturalHeight * scale);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (!blob) throw new Error('The canvas is empty.');
    return new File([blob], file.name.replace(/\.svg$/i, '.png'), { type: blob.type });
  } catch {
    throw new Error('The browser can’t draw this SVG file. Save it as PNG.');
  } finally {
    URL.revokeObjectURL(source);
  }
}
