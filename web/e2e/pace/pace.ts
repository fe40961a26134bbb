import { execFileSync } from 'node:child_process';

/**
 * Measures how many times slower than the reference machine this one is, once: each worker reads the configuration
 * again and finds the result in its environment.
 */
export function measurePace(): void {
  process.env.LINNET_E2E_PACE ??= execFileSync(process.execPath, ['e2e/pace/measure.mjs'], { encoding: 'utf8' }).trim();
}

/**
 * Stretches a time limit in milliseconds, chosen for the reference machine, to this one. A slow or busy machine gets
 * more time, and a fast one still notices what hangs.
 */
export function scaled(ms: number): number {
  return Math.round(ms * Number(process.env.LINNET_E2E_PACE ?? 1));
}
