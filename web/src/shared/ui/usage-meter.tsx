import type { ReactNode } from 'react';
import { ProgressTrack } from './progress-track';

interface Props {
  /** Accessible name of the meter. */
  label: string;
  used: number;
  /** Null or zero means unlimited: the meter then shows no track. */
  limit: number | null;
  /** `meter` for an amount that can also fall, such as a monthly quota. */
  role?: 'progressbar' | 'meter';
  /** The line above the track; `bounded` is whether there is a limit. */
  children: (bounded: boolean) => ReactNode;
}

/** How much of a plan's limit is used. */
export function UsageMeter({ label, used, limit, role, children }: Props) {
  const bounded = limit !== null && limit > 0;
  return (
    <>
      {children(bounded)}
      {/* The only one of its kind, such as the only member of a workspace, is no warning. */}
      {bounded && <ProgressTrack role={role} label={label} value={used} max={limit} calm={limit === 1} />}
    </>
  );
}
