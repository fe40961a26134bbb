import clsx from 'clsx';
import type { CSSProperties } from 'react';

/** 0 is nothing, 1–5 the quantile steps, `best` the one that is pointed out. */
export type ModuleLevel = 0 | 1 | 2 | 3 | 4 | 5 | 'best';

/** Cells in rows, as one picture: `label` describes its content. */
export function ModuleMatrix({
  rows,
  label,
  className,
}: {
  rows: readonly (readonly ModuleLevel[])[];
  label: string;
  className?: string;
}) {
  const cells = rows.flatMap((row, y) => row.map((level, x) => ({ id: `${y}-${x}`, level })));
  return (
    <div
      className={clsx('ui-heat', className)}
      style={{ '--cols': rows[0]?.length ?? 1 } as CSSProperties}
      role="img"
      aria-label={label}
    >
      {cells.map(({ id, level }) => (
        <i key={id} className={level === 0 ? undefined : level === 'best' ? 'ui-best' : `ui-step-${level}`} />
      ))}
    </div>
  );
}
