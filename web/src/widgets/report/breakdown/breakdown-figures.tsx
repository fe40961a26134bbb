import type { CSSProperties } from 'react';
import { countImported } from '@/shared/charts/counted';
import { formatCount } from '@/shared/lib/format';

/** The parts of a row's bar: its value, and its imported clicks after it. */
export function barStyle(value: number, imported: number, longest: number): CSSProperties {
  return { '--v': value / longest, ...(imported > 0 && { '--imported-part': imported / longest }) } as CSSProperties;
}

interface FigureProps {
  value: number;
  imported: number;
  /** Writes "120 imported" instead of "+120", which needs a legend. */
  spelled?: boolean;
}

/** The value of a row, and before it the imported clicks that are not in it. */
export function RowFigure({ value, imported, spelled }: FigureProps) {
  if (imported === 0) return <b>{formatCount(value)}</b>;
  return (
    <span className="row-figure">
      <small>
        {!spelled && <span aria-hidden="true">+{formatCount(imported)}</span>}
        <span className={spelled ? undefined : 'ui-sr-only'}>{countImported(imported)}</span>
      </small>{' '}
      <b>{formatCount(value)}</b>
    </span>
  );
}
