import type { QrLook } from '@/entities/qr-code/qr-code.types';
import { Skeleton } from '@/shared/ui/skeleton';
import { useDrawnCode } from './use-drawn-code';

/** The text of thumbnails without a code. */
export const SAMPLE = 'https://example.com/';

/** A code with a look, without an accessible name. */
export function PresetThumbnail({ content, look }: { content: string; look: QrLook }) {
  const { code } = useDrawnCode(content, look);
  return code ? <img src={code.src} alt="" /> : <Skeleton height={64} />;
}
