import clsx from 'clsx';

/**
 * The finder pattern: logo, mark of what is free, avatar of a link. It blinks once when it appears; give it another
 * `blinkKey` and it blinks again (after a copy, after a success).
 */
export function BlinkEye({
  size = 28,
  blinkKey,
  className,
}: {
  size?: number;
  blinkKey?: string | number;
  className?: string;
}) {
  return (
    <svg
      key={blinkKey}
      className={clsx('ui-eye', blinkKey !== undefined && 'eye-now', className)}
      style={{ width: size, height: size }}
      viewBox="0 0 7 7"
      aria-hidden="true"
    >
      <path fillRule="evenodd" d="M0 0h7v7H0zM1 1v5h5V1z" />
      <path className="eye-pupil" d="M2 2h3v3H2z" />
    </svg>
  );
}
