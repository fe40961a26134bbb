import type { components } from '@/shared/api/schema';

/** The packages for sale: one list for each billing period. */
export type Packages = components['schemas']['Packages'];
export type Package = components['schemas']['Package'];
/** The billing period. */
export type Billing = 'monthly' | 'yearly';
