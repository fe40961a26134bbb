import { qrFile } from '@/entities/qr-code/qr-code.queries';
import type { QrCode } from '@/entities/qr-code/qr-code.types';
import { messageOf } from '@/shared/api/errors';
import { toast } from '@/shared/ui/toast';

/** The name of the code's file: its own name, else the alias, without characters that file systems refuse. */
export function fileName(code: QrCode, format: 'svg' | 'png'): string {
  const stem = (code.name ?? code.link.alias).replace(/[/\\:*?"<>|]/g, '-').replace(/^[-. ]+|[-. ]+$/g, '');
  return `${stem || 'qr-code'}.${format}`;
}

/** Saves the code as a file. The call needs the bearer token, so that a plain link would not do. */
export async function download(code: QrCode, format: 'svg' | 'png'): Promise<void> {
  try {
    const address = URL.createObjectURL(await qrFile(code, format));
    const anchor = document.createElement('a');
    anchor.href = address;
    anchor.download = fileName(code, format);
    anchor.click();
    URL.revokeObjectURL(address);
  } catch (error) {
    toast({ title: 'The code was not saved', text: messageOf(error), tone: 'bad' });
  }
}
