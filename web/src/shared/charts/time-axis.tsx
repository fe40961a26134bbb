import { axisLabel, currentBucketLabel, type Granularity, type Point } from './buckets';
import { labelStops } from './ticks';

interface Props {
  points: readonly Point[];
  granularity: Granularity;
  timeZone?: string;
  open: boolean;
  /** Names stand below the middle of their buckets: these are bars. */
  centred?: boolean;
}

/** The names of some buckets, evenly apart; that of the one which is still filling stands at the right end. */
export function TimeAxis({ points, granularity, timeZone, open, centred }: Props) {
  const count = points.length;
  const last = count - 1;
  // A label too near to that of the open bucket gives way.
  const free = open ? Math.min(last, centred ? last : count * 0.88) : count;
  return (
    <div className="chart-x" data-centred={centred || undefined} aria-hidden="true">
      {labelStops(count, 7)
        .filter((index) => index < free)
        .map((index, stop, stops) => {
          const previous = stops[stop - 1];
          const before = previous === undefined ? null : (points[previous]?.start ?? null);
          return (
            <span key={index} style={{ left: `${((index + (centred ? 0.5 : 0)) / count) * 100}%` }}>
              {axisLabel(points[index]?.start ?? '', before, granularity, timeZone)}
            </span>
          );
        })}
      {open && (
        <span className="chart-now" style={centred ? { left: `${((last + 0.5) / count) * 100}%` } : undefined}>
          {currentBucketLabel(granularity)}
        </span>
      )}
    </div>
  );
}
