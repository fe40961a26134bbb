import { t } from '@/shared/i18n/t';

/** Writes a number of what a chart counts: "1 click", "2 clicks". */
export type Counted = (count: number) => string;

export const countClicks: Counted = (count) => t('{count, plural, one {# click} other {# clicks}}', { count });
export const countVisitors: Counted = (count) => t('{count, plural, one {# visitor} other {# visitors}}', { count });
/** Clicks that another shortener counted before the import: "12 imported". */
export const countImported: Counted = (count) => t('{count} imported', { count });
export const countScans: Counted = (count) => t('{count, plural, one {# scan} other {# scans}}', { count });
