import { Icon } from '@/shared/ui/icon';
import { QrPicture } from './qr-picture';

const CHECKS = ['Quiet zone 4 modules', 'A quarter may be damaged', 'SVG and PNG'] as const;

/** A code and what its test found. */
export function QrMini() {
  return (
    <div className="mini-demo qr-mini">
      <QrPicture />
      <div>
        <b className="ui-figure">17 : 1</b>
        <span className="ui-muted">Contrast</span>
        <ul className="mini-ticks">
          {CHECKS.map((check) => (
            <li key={check}>
              <Icon name="check" />
              {check}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
