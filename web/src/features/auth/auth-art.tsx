import { t } from '@/shared/i18n/t';

// A long address breaks into modules and lands in the eye. Columns from left to right, rows as bits from the top;
// the letter is the step of the scale.
const COLUMNS: readonly (readonly [step: 1 | 2 | 3 | 4 | 5, rows: string])[] = [
  [5, '0001000'],
  [5, '1000010'],
  [4, '0100100'],
  [4, '1010001'],
  [3, '0110110'],
  [3, '1101011'],
  [2, '0111010'],
  [2, '1110111'],
  [1, '1011101'],
  [1, '1111011'],
];
const SPARK = { column: 7, row: 3 };

function path(rows: string, x: number): string {
  return [...rows].map((bit, y) => (bit === '1' ? `M${x} ${y}h.92v.92h-.92z` : '')).join('');
}

/** Decoration of the wide screens: the landing page's line and mark. Nothing is lost where it is not shown. */
export function AuthArt() {
  return (
    <aside className="auth-art" aria-hidden="true">
      <p className="ui-display">
        {t('Shorten. Track.')}
        <br />
        {t('Convert.')}
        <br />
        {t('Blink-Quick.')}
      </p>
      <svg viewBox="0 0 18 7" className="auth-modules" aria-hidden="true">
        {COLUMNS.map(([step, rows], x) => (
          <path key={rows + step} className={`auth-step-${step}`} d={path(rows, x)} />
        ))}
        <path className="auth-spark" d={`M${SPARK.column} ${SPARK.row}h.92v.92h-.92z`} />
        <path className="auth-iris" fillRule="evenodd" d="M11 0h7v7h-7zM12 1v5h5V1z" />
        <path className="eye-pupil" d="M13 2h3v3h-3z" />
      </svg>
    </aside>
  );
}
