import clsx from 'clsx';
import type { CSSProperties } from 'react';
import { t } from '@/shared/i18n/t';

const CELLS = 24;

/** How many of the cells are filled: at least one for any use, all only when nothing is left. */
export function filledCells(value: number, max: number, cells = CELLS): number {
  if (max <= 0 || value <= 0) return 0;
  if (value >= max) return cells;
  return Math.min(cells - 1, Math.max(1, Math.round((value / max) * cells)));
}

/**
 * An amount in 24 modules: the progress of a task, or as a `meter` a level that may also fall. It turns saffron from 80
 * percent on and clay when full, unless `calm`.
 */
export function ProgressTrack({
  value,
  max,
  label,
  role = 'progressbar',
  calm,
  className,
}: {
  value: number;
  max: number;
  label: string;
  role?: 'progressbar' | 'meter';
  calm?: boolean;
  className?: string;
}) {
  const share = max > 0 ? value / max : 0;
  const tone = calm || share < 0.8 ? undefined : share >= 1 ? 'full' : 'warn';
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles support them; the rule cannot see the value
    <div
      className={clsx('ui-track', tone && `ui-${tone}`, className)}
      style={{ '--n': filledCells(value, max) } as CSSProperties}
      role={role}
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={max}
    />
  );
}

/** A rating in modules: "Rated 4 out of 5". */
export function Rating({ value, of = 5 }: { value: number; of?: number }) {
  return (
    <div
      className="ui-track ui-rating"
      style={{ '--n': value, '--of': of } as CSSProperties}
      role="img"
      aria-label={t('Rated {value} out of {max}', { value, max: of })}
    />
  );
}
