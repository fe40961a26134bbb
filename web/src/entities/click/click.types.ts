import type { components } from '@/shared/api/schema';

/** One visit to an alias. It never holds an address. */
export type Click = components['schemas']['Click'];
