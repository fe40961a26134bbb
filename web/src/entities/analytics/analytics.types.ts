import type { components } from '@/shared/api/schema';

export type ClickCount = components['schemas']['ClickCount'];
export type PeriodCount = components['schemas']['PeriodCount'];
export type TimeSeries = components['schemas']['TimeSeries'];
export type Heatmap = components['schemas']['Heatmap'];
