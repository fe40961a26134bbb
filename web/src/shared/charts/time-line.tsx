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
      <path className="grid" d={gridPath(ticks, top)} />
      <path className="area" d={paths.area} />
      {paths.before && <path className="before" d={paths.before} />}
      <path className="line" d={paths.line} />
      {paths.open && <path className="line open" d={paths.open} />}
    </svg>
  );
}
