import { execFileSync } from 'node:child_process';

/**
 * Measures once how much slower this machine is than the reference machine. Workers, which load the configuration
 * again, read the result from their environment.
 */
export function measurePace(): void {
  process.env.LINNET_E2E_PACE ??= execFileSync(process.execPath, ['e2e/pace/measure.mjs'], { encoding: 'utf8' }).trim();
}

/** Scales a time limit in milliseconds from the reference machine to this one. */
export function scaled(ms: number): number {
  return Math.round(ms * Number(process.env.LINNET_E2E_PACE ?? 1));
}
