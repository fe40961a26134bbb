import type { components } from '@/shared/api/schema';

type Schemas = components['schemas'];

export type ClickCount = Schemas['ClickCount'];
export type PeriodCount = Schemas['PeriodCount'];
export type TimeSeries = Schemas['TimeSeries'];
export type SeriesPoint = Schemas['SeriesPoint'];
export type Heatmap = Schemas['Heatmap'];
export type TopList = Schemas['TopList'];
export type TopRow = Schemas['TopRow'];
export type Report = Schemas['Report'];
export type Annotation = Schemas['Annotation'];
