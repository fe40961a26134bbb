import type { components } from '@/shared/api/schema';

type Schemas = components['schemas'];

export type QrCode = Schemas['QRCode'];
export type QrLook = Schemas['QRLook'];
export type QrLookChange = Schemas['QRLookInput'];
export type QrFormat = 'svg' | 'png' | 'jpeg' | 'webp' | 'pdf' | 'eps';
/** A printed width in millimeters, with the pixels per inch of raster files. */
export type QrPrint = { mm: number; dpi: number };
export type CreateQrCode = Schemas['CreateQRCode'];
export type UpdateQrCode = Schemas['UpdateQRCode'];
