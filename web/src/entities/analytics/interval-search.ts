import type { SearchSchemaInput } from '@tanstack/react-router';
import { INTERVALS, type Interval } from './analytics.queries';

export const intervalDefaults = { interval: '30d' as Interval };

/** The period of a screen as its URL tells it; thirty days when it tells none or nonsense. */
export function parseInterval({ interval }: { interval?: Interval } & SearchSchemaInput): { interval: Interval } {
  return { interval: INTERVALS.find((known) => known === interval) ?? intervalDefaults.interval };
}
