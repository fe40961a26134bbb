import type { QrContent } from '@/entities/qr-code/qr-code.queries';
import { QrPicture } from '@/entities/qr-code/qr-picture';
import { BlinkEye } from '@/shared/ui/blink-eye';
import { ScannabilityMeter } from '@/widgets/qr-style/scannability-meter';
import { useDrawableLook } from '@/widgets/qr-style/use-drawable-look';

interface Props {
  link: QrContent | null;
  /** The encoded text of `link`. */
  content: string;
}

/** A server-rendered preview of the code, with its scannability, updated after changes pause. */
export function QrPreview({ link, content }: Props) {
  const look = useDrawableLook('look');
  return (
    <aside className="qr-stage" aria-label="Live preview">
      {link && look ? (
        <>
          <QrPicture {...link} look={look} />
          <ScannabilityMeter field="look" content={content} look={look} />
          <p className="ui-small ui-muted">
            {'alias' in link
              ? `Scan it to test: it opens /${link.alias}, and the visit counts as a scan.`
              : 'Scan it to test. Scans of a static code are not counted.'}
          </p>
        </>
      ) : (
        <div className="qr-empty">
          <BlinkEye size={40} />
          <p className="ui-small">{link ? 'Fix the errors to see a preview.' : 'Select a link to see a preview.'}</p>
        </div>
      )}
    </aside>
  );
}
