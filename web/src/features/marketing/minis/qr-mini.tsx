import { Icon } from '@/shared/ui/icon';
import { QrPicture } from './qr-picture';

const CHECKS = ['Quiet zone of 4 modules', '25% error correction', 'SVG, PNG, PDF and more'] as const;

/** A sample code with the results of its checks. */
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
