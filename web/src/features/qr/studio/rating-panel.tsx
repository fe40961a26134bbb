import type { QrLook } from '@/entities/qr-code/qr-code.types';
import { ScannabilityMeter } from '@/widgets/qr-style/scannability-meter';
import { isPrintable, type PrintSize } from './print-size';

interface Props {
  content: string;
  /** What to do for a content. */
  missing: string;
  /** Null while the form has errors. */
  look: QrLook | null;
  print: PrintSize;
  /** Failed checks offer a change of the design. */
  canEdit: boolean;
  onPrint: (print: PrintSize) => void;
}

/** The server's rating of the design in its printed size. */
export function RatingPanel({ content, missing, look, print, canEdit, onPrint }: Props) {
  return (
    <div className="studio-panel">
      <h2>Scannability</h2>
      {content && look && (
        <ScannabilityMeter
          field="look"
          content={content}
          look={look}
          print={isPrintable(print.mm) ? print : undefined}
          canEdit={canEdit}
          onPrint={onPrint}
        />
      )}
      {!content && <p className="ui-hint">{`${missing} to rate its code.`}</p>}
      {content && !look && <p className="ui-hint">Fix the errors to see the rating.</p>}
    </div>
  );
}
