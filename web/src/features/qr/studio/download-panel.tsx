import { useState } from 'react';
import type { QrCode, QrFormat, QrLook } from '@/entities/qr-code/qr-code.types';
import { Button } from '@/shared/ui/button';
import { Icon } from '@/shared/ui/icon';
import { Segmented } from '@/shared/ui/segmented';
import { download } from '../download';
import { isPrintable, type PrintSize } from './print-size';

const FORMATS: readonly { format: QrFormat; name: string }[] = [
  { format: 'svg', name: 'SVG' },
  { format: 'png', name: 'PNG' },
  { format: 'pdf', name: 'PDF' },
  { format: 'eps', name: 'EPS' },
  { format: 'webp', name: 'WebP' },
  { format: 'jpeg', name: 'JPEG' },
];

interface Props {
  /** Null until the code is created. */
  code: QrCode | null;
  /** The content on the screen differs from the saved one, which files have. */
  isChanged: boolean;
  /** The design on the screen; null while the form has errors. */
  look: QrLook | null;
  print: PrintSize;
}

/** Downloads the design as a file, in pixels or in its printed size. */
export function DownloadPanel({ code, isChanged, look, print }: Props) {
  const [unit, setUnit] = useState<'px' | 'mm'>('px');
  return (
    <section className="studio-panel" aria-label="Download">
      <h2>Download</h2>
      {!code && <p className="ui-hint">Create the code first.</p>}
      {code && isChanged && <p className="ui-hint">Save the content first: files have the saved content.</p>}
      {code && !isChanged && (
        <>
          <Segmented
            label="Size of the file"
            value={unit}
            options={[
              { value: 'px', label: `${look?.size ?? code.look.size} px` },
              { value: 'mm', label: isPrintable(print.mm) ? `${print.mm} mm` : 'Print size' },
            ]}
            onChange={setUnit}
          />
          <div className="studio-formats">
            {FORMATS.map(({ format, name }) => (
              <Button
                key={format}
                size="sm"
                disabled={!look || (unit === 'mm' && !isPrintable(print.mm))}
                aria-label={`Download ${name}`}
                onClick={() => look && void download({ ...code, look }, format, unit === 'mm' ? print : undefined)}
              >
                <Icon name="download" />
                {name}
              </Button>
            ))}
          </div>
        </>
      )}
    </section>
  );
}
