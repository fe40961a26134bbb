import { gridPath, STAGE, timePaths } from './time-chart-paths';

export interface Drawing {
  values: readonly number[];
  earlier: readonly number[];
  ticks: readonly number[];
  /** The value at the upper edge. */
  top: number;
  /** The last bucket is still filling. */
  open: boolean;
}

/** A stepped line over its area. */
export function TimeLine({ values, earlier, ticks, top, open }: Drawing) {
  const paths = timePaths(values, earlier, top, open);
  return (
    <svg viewBox={`0 0 ${STAGE.width} ${STAGE.height}`} preserveAspectRatio="none" aria-hidden="true">
      <path className="chart-grid" d={gridPath(ticks, top)} />
      <path className="chart-area" d={paths.area} />
      {paths.before && <path className="chart-before" d={paths.before} />}
      <path className="chart-line" d={paths.line} />
      {paths.open && <path className="chart-line chart-open" d={paths.open} />}
    </svg>
  );
}
