import { gridPath, STAGE, timePaths } from './time-chart-paths';
import type { Drawing } from './time-line';

/** Bars of modules, the previous period as a dashed line behind them. */
export function TimeBars({ values, earlier, ticks, top, open }: Drawing) {
  const { before } = timePaths(values, earlier, top, open);
  const bars = values.map((value, at) => ({ key: `bar-${at}`, height: (value / top) * 100, value }));
  return (
    <>
      <svg viewBox={`0 0 ${STAGE.width} ${STAGE.height}`} preserveAspectRatio="none" aria-hidden="true">
        <path className="chart-grid" d={gridPath(ticks, top)} />
      </svg>
      <div className="time-bars" aria-hidden="true">
        {bars.map(({ key, height, value }, at) => (
          <i key={key} data-open={(open && at === bars.length - 1) || undefined} data-none={value === 0 || undefined}>
            <b style={{ height: `${height}%` }} />
          </i>
        ))}
      </div>
      {before && (
        <svg viewBox={`0 0 ${STAGE.width} ${STAGE.height}`} preserveAspectRatio="none" aria-hidden="true">
          <path className="chart-before" d={before} />
        </svg>
      )}
    </>
  );
}
