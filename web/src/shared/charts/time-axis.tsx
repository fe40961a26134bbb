import { axisLabel, type Granularity, openName, type Point } from './buckets';
import { labelStops } from './ticks';

interface Props {
  points: readonly Point[];
  granularity: Granularity;
  timeZone?: string;
  open: boolean;
}

/** The names of some buckets, evenly apart; that of the one which is still filling stands at the right end. */
export function TimeAxis({ points, granularity, timeZone, open }: Props) {
  return (
    <div className="x" aria-hidden="true">
      {labelStops(points.length, 7).map((index, stop, stops) => {
        // A label too near to that of the open bucket gives way.
        if (open && index > points.length * 0.88) return null;
        const previous = stops[stop - 1];
        return (
          <span key={index} style={{ left: `${(index / points.length) * 100}%` }}>
            {axisLabel(
              points[index]?.start ?? '',
              previous === undefined ? null : (points[previous]?.start ?? null),
              granularity,
              timeZone,
            )}
          </span>
        );
      })}
      {open && <span className="now">{openName(granularity)}</span>}
    </div>
  );
}
