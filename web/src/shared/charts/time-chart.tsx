import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import { formatCompact, formatCount, plural } from '@/shared/lib/format';
import { axisLabel, bucketTitle, type Granularity, isOpen, openName, type Point, perBucket } from './buckets';
import { countTicks, labelStops } from './ticks';
import { gridPath, STAGE, timePaths } from './time-chart-paths';
import './charts.css';

interface TimeChartProps {
  points: readonly Point[];
  /** The period before, in the same number of buckets. */
  before?: readonly Point[];
  granularity: Granularity;
  timeZone?: string;
  /** What is counted: "Clicks". */
  label: string;
}

/**
 * A stepped line over its area, the period before dashed, the bucket that is still filling dotted. Pointer and arrow
 * keys move a crosshair; as a slider its value text is what a screen reader speaks at each step.
 */
export function TimeChart({ points, before = [], granularity, timeZone, label }: TimeChartProps) {
  const [at, setAt] = useState<number | null>(null);
  const last = points.length - 1;
  const values = points.map((point) => point.clicks);
  const earlier = before.map((point) => point.clicks);
  const ticks = countTicks(Math.max(0, ...values, ...earlier));
  const top = ticks.at(-1) ?? 1;
  const lastPoint = points[last];
  const open = lastPoint !== undefined && isOpen(lastPoint.start, granularity);
  const paths = timePaths(values, earlier, top, open);

  const title = (index: number) => {
    const point = points[index];
    return point ? bucketTitle(point.start, granularity, timeZone) : '';
  };
  const words = (index: number) => {
    const was = earlier[index];
    return `${title(index)}: ${plural(values[index] ?? 0, 'click')}${was === undefined ? '' : `, ${formatCount(was)} in the period before`}`;
  };

  function onPointerMove(event: PointerEvent<HTMLDivElement>) {
    const box = event.currentTarget.getBoundingClientRect();
    const index = Math.floor(((event.clientX - box.left) / box.width) * points.length);
    setAt(Math.min(last, Math.max(0, index)));
  }

  function onKeyDown(event: KeyboardEvent) {
    const now = at ?? last;
    const next = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: last }[event.key];
    if (event.key === 'Escape') setAt(null);
    if (next === undefined) return;
    event.preventDefault();
    setAt(Math.min(last, Math.max(0, next)));
  }

  if (points.length === 0) return null;
  return (
    <div className="plot">
      <div className="y" aria-hidden="true">
        {ticks.toReversed().map((tick) => (
          <span key={tick}>{formatCompact(tick)}</span>
        ))}
      </div>
      <div
        className="stage"
        role="slider"
        tabIndex={0}
        aria-label={`${label} ${perBucket(granularity)}, ${title(0)} to ${title(last)}`}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at ?? last}
        aria-valuetext={words(at ?? last)}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setAt(null)}
        onFocus={() => setAt((now) => now ?? last)}
        onBlur={() => setAt(null)}
        onKeyDown={onKeyDown}
      >
        <svg viewBox={`0 0 ${STAGE.width} ${STAGE.height}`} preserveAspectRatio="none" aria-hidden="true">
          <path className="grid" d={gridPath(ticks, top)} />
          <path className="area" d={paths.area} />
          {paths.before && <path className="before" d={paths.before} />}
          <path className="line" d={paths.line} />
          {paths.open && <path className="line open" d={paths.open} />}
        </svg>
        {at !== null && (
          <Crosshair at={at} count={points.length} title={title(at)} label={label} value={values[at] ?? 0}>
            {earlier[at] !== undefined && before[at] && (
              <>
                <dt className="dashed">{bucketTitle(before[at].start, granularity, timeZone)}</dt>
                <dd>{formatCount(earlier[at])}</dd>
              </>
            )}
          </Crosshair>
        )}
      </div>
      <div className="x" aria-hidden="true">
        {labelStops(points.length, 7).map((index, stop, stops) => {
          const previous = stops[stop - 1];
          const text = axisLabel(
            points[index]?.start ?? '',
            previous === undefined ? null : (points[previous]?.start ?? null),
            granularity,
            timeZone,
          );
          // The name of the open bucket stands at the right end; a label too near to it gives way.
          if (open && index > points.length * 0.88) return null;
          return (
            <span key={index} style={{ left: `${(index / points.length) * 100}%` }}>
              {text}
            </span>
          );
        })}
        {open && <span className="now">{openName(granularity)}</span>}
      </div>
    </div>
  );
}

interface CrosshairProps {
  at: number;
  count: number;
  title: string;
  label: string;
  value: number;
  children?: ReactNode;
}

function Crosshair({ at, count, title, label, value, children }: CrosshairProps) {
  const middle = (at + 0.5) / count;
  return (
    <div className="cross" style={{ left: `${middle * 100}%` }} data-side={middle > 0.5 ? 'left' : 'right'}>
      <div className="pop" aria-hidden="true">
        <b>{title}</b>
        <dl>
          <dt>{label}</dt>
          <dd>{formatCount(value)}</dd>
          {children}
        </dl>
      </div>
    </div>
  );
}
