import { qrFile, rateQrCode } from '@/entities/qr-code/qr-code.queries';
import type { QrCode, QrFormat, QrPrint } from '@/entities/qr-code/qr-code.types';
import { saveFile } from '@/shared/api/download';
import { messageOf } from '@/shared/api/errors';
import { toast } from '@/shared/ui/toast';
import { FAIR_SCORE } from '@/widgets/qr-style/scannability';

/** The file name: the code's name or alias, without characters that file systems reject. */
export function fileName(code: QrCode, format: QrFormat): string {
  const stem = code.label.replace(/[/\\:*?"<>|]/g, '-').replace(/^[-. ]+|[-. ]+$/g, '');
  return `${stem || 'qr-code'}.${format}`;
}

/**
 * Downloads the code as a file, in pixels or in a printed size, and warns when scanners would hardly read it. A plain link
 * would not send the bearer token.
 */
export async function download(code: QrCode, format: QrFormat, print?: QrPrint): Promise<void> {
  try {
    const rating = rateQrCode(code.content, code.look, print).catch(() => null); // the file is useful without a rating
    saveFile({ name: fileName(code, format), content: await qrFile(code, format, print) });
    const report = await rating;
    if (report && report.score < FAIR_SCORE) {
      const failed = report.checks.find(({ ok }) => !ok)?.message ?? '';
      toast({ title: `Hard to scan: ${report.score} of 100`, text: failed, tone: 'bad' });
    }
  } catch (error) {
    toast({ title: 'Couldn’t download the QR code', text: messageOf(error), tone: 'bad' });
  }
}
