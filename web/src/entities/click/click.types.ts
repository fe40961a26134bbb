import type { components } from '@/shared/api/schema';

/** A visit to an alias. It never contains an IP address. */
export type Click = components['schemas']['Click'];

/** The maximum number of clicks in a feed. */
export const FEED_SIZE = 50;
