import { useFolderDenials } from '@/entities/label/label.queries';
import type { QrCode } from '@/entities/qr-code/qr-code.types';

/**
 * A function that returns why the user may not change a QR code, apart from the role; undefined when they may. Codes are in
 * the folder of their link, and static codes in none.
 */
export function useCodeDenials(): (code: Pick<QrCode, 'link'>) => string | undefined {
  const folderDenied = useFolderDenials();
  return ({ link }) => (link ? folderDenied(link) : undefined);
}
