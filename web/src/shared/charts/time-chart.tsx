import { t } from '@/shared/i18n/t';
import { formatCompact, formatFactor } from '@/shared/lib/format';
import { lazyPart } from '@/shared/ui/lazy-part';
import { bucketTitle, type Granularity, isCurrentBucket, type Point } from './buckets';
import type { ChartNote } from './chart-notes';
import { type Counted, countClicks, countImported } from './counted';
import { Crosshair } from './crosshair';
import { countTicks } from './ticks';
import { TimeAxis } from './time-axis';
import { TimeBars } from './time-bars';
import { TimeLine } from './time-line';
import { type Range, useBrush } from './use-brush';
import { timesUsual } from './usual';
import './time-chart.css';

// Most charts have neither.
const ChartNotes = lazyPart(() => import('./chart-notes'), 'ChartNotes');
const ImportedLayer = lazyPart(() => import('./imported-layer'), 'ImportedLayer');

/** Up to so many buckets are bars; more are a line. */
export const MAX_BARS = 14;

const sumOf = (values: readonly number[], { from, to }: Range) =>
  values.slice(from, to + 1).reduce((total, value) => total + value, 0);

/** The imported clicks of each bucket; empty without any. */
const importedOf = (points: readonly Point[]): readonly number[] =>
  points.some((point) => point.imported) ? points.map((point) => point.imported ?? 0) : [];

interface TimeChartProps {
  /** Their imported clicks are a series of their own, stacked on the clicks. */
  points: readonly Point[];
  /** The period that it is compared with, bucket by bucket. */
  before?: readonly Point[];
  granularity: Granularity;
  timeZone?: string;
  /** What is counted: "Clicks". */
  label: string;
  /** Writes a number of what is counted; clicks by default. */
  counted?: Counted;
  /** What happened in a bucket, by its index. */
  notes?: ReadonlyMap<number, readonly ChartNote[]>;
  /** Zooms in to a range of buckets. */
  onZoom?: (range: Range) => void;
}

const UNITS: Readonly<Record<Granularity, (values: { label: string; first: string; last: string }) => string>> = {
  minute: (values) => t('{label} per minute, {first} to {last}', values),
  hour: (values) => t('{label} per hour, {first} to {last}', values),
  day: (values) => t('{label} per day, {first} to {last}', values),
  week: (values) => t('{label} per week, {first} to {last}', values),
  month: (values) => t('{label} per month, {first} to {last}', values),
};

/**
 * Clicks over time: bars, or a stepped line over its area; imported clicks hatched above them, the previous period dashed,
 * the bucket that is still filling dotted. Pointer and arrow keys move a crosshair; dragging, or Shift with the arrows and Enter, chooses a range. As a
 * slider its value text is what a screen reader speaks at each step.
 */
export function TimeChart(props: TimeChartProps) {
  const { points, before = [], granularity, timeZone, label, counted = countClicks, notes, onZoom } = props;
  const last = points.length - 1;
  const { at, range, handlers } = useBrush(points.length, onZoom);
  const values = points.map((point) => point.clicks);
  const imported = importedOf(points);
  const heights = imported.length > 0 ? values.map((value, index) => value + (imported[index] ?? 0)) : values;
  const earlier = before.slice(0, points.length).map((point) => point.clicks);
  const ticks = countTicks(Math.max(0, ...heights, ...earlier));
  const top = ticks.at(-1) ?? 1;
  const lastPoint = points[last];
  const open = lastPoint !== undefined && isCurrentBucket(lastPoint.start, granularity);
  if (points.length === 0) return null;

  const title = (index: number) => {
    const point = points[index];
    return point ? bucketTitle(point.start, granularity, timeZone) : '';
  };
  const usualAt = (index: number) => timesUsual(values[index] ?? 0, values);
  const importedIn = (range: Range) => (imported.length > 0 ? sumOf(imported, range) : undefined);
  /** "12 clicks, 40 imported". */
  const countedIn = (range: Range) => {
    const added = importedIn(range);
    return [counted(sumOf(values, range)), added && countImported(added)].filter(Boolean).join(', ');
  };
  const words = (index: number) => {
    const was = earlier[index];
    const usual = usualAt(index);
    const edits = notes?.get(index)?.length ?? 0;
    return [
      `${title(index)}: ${countedIn({ from: index, to: index })}`,
      was === undefined ? '' : t('{before} in the previous period', { before: was }),
      usual ? t('{factor} times the usual', { factor: formatFactor(usual) }) : '',
      edits > 0 ? t('{count, plural, one {# change} other {# changes}}', { count: edits }) : '',
    ]
      .filter(Boolean)
      .join(', ');
  };
  const rangeWords = (range: Range) =>
    t('{from} to {to}: {clicks}. Press Enter to zoom in.', {
      from: title(range.from),
      to: title(range.to),
      clicks: countedIn(range),
    });
  const beforeAt = (index: number) => {
    const point = before[index];
    return point && { title: bucketTitle(point.start, granularity, timeZone), value: point.clicks };
  };
  const bars = points.length <= MAX_BARS;
  const drawing = { values, earlier, top, open, ticks };
  const chosen = range && range.from !== range.to ? range : null;

  return (
    <div className="chart-plot">
      <div className="chart-y" aria-hidden="true">
        {ticks.toReversed().map((tick) => (
          <span key={tick}>{formatCompact(tick)}</span>
        ))}
      </div>
      <div
        className="chart-stage"
        data-zooms={onZoom ? true : undefined}
        role="slider"
        tabIndex={0}
        aria-label={UNITS[granularity]({ label, first: title(0), last: title(last) })}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at ?? last}
        aria-valuetext={chosen ? rangeWords(chosen) : words(at ?? last)}
        {...handlers}
      >
        {imported.length > 0 && <ImportedLayer values={values} imported={imported} top={top} bars={bars} />}
        {bars ? <TimeBars {...drawing} /> : <TimeLine {...drawing} />}
        {chosen && (
          <div
            className="chart-brush"
            style={{
              left: `${(chosen.from / points.length) * 100}%`,
              width: `${((chosen.to - chosen.from + 1) / points.length) * 100}%`,
            }}
          />
        )}
        {at !== null && (
          <Crosshair
            at={at}
            count={points.length}
            title={chosen ? `${title(chosen.from)} – ${title(chosen.to)}` : title(at)}
            label={label}
            value={chosen ? sumOf(values, chosen) : (values[at] ?? 0)}
            imported={importedIn(chosen ?? { from: at, to: at })}
            before={chosen ? undefined : beforeAt(at)}
            usual={chosen ? null : usualAt(at)}
          />
        )}
      </div>
      {notes && notes.size > 0 && <ChartNotes notes={notes} count={points.length} title={title} />}
      <TimeAxis points={points} granularity={granularity} timeZone={timeZone} open={open} centred={bars} />
    </div>
  );
}
