import clsx from 'clsx';
import { FINDERS, modulePath, QR_SIZE } from './qr-modules';

const MODULES = modulePath();
const QUIET = 4;
const SIDE = QR_SIZE + 2 * QUIET;

/** A QR code that phones can read: dark on white in both themes, four quiet modules around. */
export function QrPicture({ className }: { className?: string }) {
  return (
    <svg
      className={clsx('ui-qr', className)}
      viewBox={`${-QUIET} ${-QUIET} ${SIDE} ${SIDE}`}
      role="img"
      aria-label="QR code for lnt.example/linen"
    >
      <path d={MODULES} />
      {FINDERS.map(({ x, y }) => (
        <g key={`${x}-${y}`} transform={`translate(${x} ${y})`}>
          <path fillRule="evenodd" d="M0 0h7v7H0zM1 1v5h5V1z" />
          <path className="qr-pupil" d="M2 2h3v3H2z" />
        </g>
      ))}
    </svg>
  );
}
