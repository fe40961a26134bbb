import { useFormContext } from 'react-hook-form';
import type { QrContent } from '@/entities/qr-code/qr-code.queries';
import { QrPicture } from '@/entities/qr-code/qr-picture';
import { TIMING } from '@/shared/config/timing';
import { useDebouncedValue } from '@/shared/hooks/use-debounced-value';
import { BlinkEye } from '@/shared/ui/blink-eye';
import { type QrForm, qrForm } from './qr-form.schema';

/** The link of a code, and the saved code when editing. */
export interface PreviewedLink {
  id: string;
  alias: string;
  code?: QrContent['code'];
}

/** A server-rendered preview of the code, updated after changes pause. */
export function QrPreview({ link }: { link: PreviewedLink | null }) {
  const { watch } = useFormContext<QrForm>();
  const form = watch();
  const settled = useDebouncedValue(JSON.stringify(form.look), TIMING.searchMs);
  const look: QrForm['look'] = JSON.parse(settled);
  const drawable = qrForm.safeParse({ name: '', look }).success;
  return (
    <aside className="qr-stage" aria-label="Live preview">
      {link && drawable && <QrPicture linkId={link.id} alias={link.alias} code={link.code} look={look} />}
      {!(link && drawable) && (
        <div className="qr-empty">
          <BlinkEye size={40} />
          <p className="ui-small">{link ? 'Fix the errors to see a preview.' : 'Select a link to see a preview.'}</p>
        </div>
      )}
      {link && drawable && (
        <p className="ui-small ui-muted">Scan it to test: it opens /{link.alias}, and the visit counts as a scan.</p>
      )}
    </aside>
  );
}
