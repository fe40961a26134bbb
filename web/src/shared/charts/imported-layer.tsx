import { STAGE } from './time-chart-paths';

interface StackedPaths {
  /** The surface of the upper series, as a CSS shape. */
  clip: string;
  /** The upper edge of the buckets that have a value of the upper series. */
  edge: string;
}

/** The shapes of a series that is stacked on the stepped values of another one. */
export function stackedPaths(values: readonly number[], above: readonly number[], top: number): StackedPaths {
  const count = Math.max(1, values.length);
  const sums = values.map((value, at) => value + (above[at] ?? 0));
  const steps = (heights: readonly number[]) =>
    heights.flatMap((height, at) => {
      const y = round(100 * (1 - height / top));
      return [`${round((100 * at) / count)}% ${y}%`, `${round((100 * (at + 1)) / count)}% ${y}%`];
    });
  const y = (value: number) => round(STAGE.height * (1 - value / top));
  const x = (at: number) => round((STAGE.width / count) * at);
  const edge = sums.map((sum, at) => {
    if (!above[at]) return '';
    const own = values[at] ?? 0;
    const from = at > 0 && above[at - 1] ? '' : `M${x(at)},${y(own)}`;
    const to = above[at + 1] ? '' : `V${y(own)}`;
    return `${from}V${y(sum)}H${x(at + 1)}${to}`;
  });
  return { clip: `polygon(${[...steps(sums), ...steps(values).toReversed()].join(', ')})`, edge: edge.join('') };
}

const round = (length: number) => Math.round(length * 100) / 100;

interface Props {
  values: readonly number[];
  /** Imported clicks, stacked on the values. */
  imported: readonly number[];
  /** The value at the upper edge. */
  top: number;
  /** The values are drawn as bars. */
  bars: boolean;
}

/** Imported clicks above the values of a time chart, hatched. Charts load it when there are any. */
export function ImportedLayer({ values, imported, top, bars }: Props) {
  if (bars) {
    const parts = imported.map((value, at) => ({
      key: `part-${at}`,
      bottom: `${((values[at] ?? 0) / top) * 100}%`,
      height: `${(value / top) * 100}%`,
      value,
    }));
    return (
      <div className="time-bars" aria-hidden="true">
        {parts.map(({ key, bottom, height, value }) => (
          <i key={key}>{value > 0 && <u style={{ bottom, height }} />}</i>
        ))}
      </div>
    );
  }
  const { clip, edge } = stackedPaths(values, imported, top);
  return (
    <>
      {/* A pattern of SVG would be stretched with the stage. */}
      <div className="time-imported" style={{ clipPath: clip }} aria-hidden="true" />
      <svg viewBox={`0 0 ${STAGE.width} ${STAGE.height}`} preserveAspectRatio="none" aria-hidden="true">
        <path className="chart-imported" d={edge} />
      </svg>
    </>
  );
}
