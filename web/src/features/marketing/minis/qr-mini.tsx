import type { CSSProperties } from 'react';
import { Icon } from '@/shared/ui/icon';
import { QrPicture } from './qr-picture';

const CHECKS = ['Decoded 3/3', 'Contrast 17 : 1', 'Quiet zone 4'] as const;

/** A code and what its test found. */
export function QrMini() {
  return (
    <div className="mini qr-mini">
      <QrPicture />
      <div>
        <b className="figure">94</b>
        <span className="muted">Scannability</span>
        <div className="track" style={{ '--n': 23 } as CSSProperties} role="img" aria-label="94 of 100" />
        <ul className="ticks">
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
