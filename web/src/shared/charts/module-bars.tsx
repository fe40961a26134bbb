import clsx from 'clsx';
import { modulesOf } from './quantiles';
import './module-bars.css';

interface ModuleBarsProps {
  values: readonly number[];
  /** Modules in the highest column. */
  rows?: number;
  /** `sm` draws 4 px modules with 1 px gaps, for rows and cards; `md` 8 and 2. */
  size?: 'sm' | 'md';
  /** The column to show in saffron. */
  best?: number | null;
  /** The last column is still filling. */
  open?: boolean;
  /** Without a label it is decorative, and its figures must be shown beside it. */
  label?: string;
  className?: string;
}

/** Columns of square modules. Zero is a pale base cell, so that a quiet day is still a day. */
export function ModuleBars({ values, rows = 9, size = 'md', best = null, open, label, className }: ModuleBarsProps) {
  const cell = size === 'md' ? 8 : 4;
  const gap = size === 'md' ? 2 : 1;
  const pitch = cell + gap;
  const height = rows * pitch - gap;
  const max = Math.max(0, ...values);
  const tones = { zero: '', best: '', open: '', plain: '' };
  values.forEach((value, at) => {
    const count = modulesOf(value, max, rows);
    const tone = count === 0 ? 'zero' : at === best ? 'best' : open && at === values.length - 1 ? 'open' : 'plain';
    tones[tone] += `M${at * pitch + cell / 2} ${height}v-${Math.max(1, count) * pitch - gap}`;
  });
  return (
    <svg
      className={clsx('chart-bars', `chart-${size}`, className)}
      viewBox={`0 0 ${Math.max(1, values.length) * pitch - gap} ${height}`}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      {Object.entries(tones).map(([tone, d]) => d && <path key={tone} className={`chart-${tone}`} d={d} />)}
    </svg>
  );
}
