import { useFolderDenials } from '@/entities/label/use-labels-by-id';
import type { QrCode } from '@/entities/qr-code/qr-code.types';

type Code = Pick<QrCode, 'link'>;

/**
 * A function that returns why the user may not change one of the QR codes, apart from the role; undefined when they may.
 * Codes are in the folder of their link, and static codes in none.
 */
export function useCodeDenials(codes: readonly Code[]): (code: Code) => string | undefined {
  const folderDenied = useFolderDenials(codes.flatMap(({ link }) => link ?? []));
  return ({ link }) => (link ? folderDenied(link) : undefined);
}
