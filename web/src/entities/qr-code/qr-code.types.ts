import type { components } from '@/shared/api/schema';

type Schemas = components['schemas'];

export type QrCode = Schemas['QRCode'];
export type QrLook = Schemas['QRLook'];
export type QrLookChange = Schemas['QRLookInput'];
export type QrFormat = 'svg' | 'png' | 'webp' | 'pdf' | 'eps';
export type CreateQrCode = Schemas['CreateQRCode'];
export type UpdateQrCode = Schemas['UpdateQRCode'];
