/** The drawing's own units; the browser stretches them to the stage. */
export const STAGE = { width: 1000, height: 300 } as const;

export interface TimePaths {
  area: string;
  /** The buckets that are over. */
  line: string;
  /** The bucket that is still filling, empty when there is none. */
  open: string;
  /** The previous period by bucket; empty without one. */
  before: string;
}

type Vertex = [x: number, y: number];

/** Corners of a stepped line: each value holds from its bucket's left edge to the right one. */
function corners(values: readonly number[], from: number, count: number, y: (value: number) => number): Vertex[] {
  const width = STAGE.width / count;
  const at = values.map((value, index): Vertex => [(from + index) * width, y(value)]);
  const last = values.at(-1);
  return last === undefined ? [] : [...at, [(from + values.length) * width, y(last)]];
}

/** A line that holds each value until the next begins; empty without vertices. */
function stepPath(vertices: readonly Vertex[]): string {
  return vertices.map(([x, y], at) => (at === 0 ? `M${x},${y}` : `L${x},${vertices[at - 1]?.[1]}L${x},${y}`)).join('');
}

/** The surface between a stepped line and the axis; empty without vertices. */
function stepArea(vertices: readonly Vertex[]): string {
  const first = vertices[0];
  return first ? `${stepPath(vertices)}V${STAGE.height}H${first[0]}Z` : '';
}

/** The paths of a stepped time chart whose axis ends at `top`. */
export function timePaths(values: readonly number[], before: readonly number[], top: number, open: boolean): TimePaths {
  const y = (value: number) => STAGE.height * (1 - value / top);
  const count = Math.max(1, values.length);
  const closed = open ? values.slice(0, -1) : values;
  const solid = corners(closed, 0, count, y);
  const tail = open ? corners(values.slice(-1), values.length - 1, count, y) : [];
  const joint = solid.at(-1);
  return {
    area: stepArea(solid),
    line: stepPath(solid),
    open: tail.length > 0 ? stepPath(joint ? [joint, ...tail] : tail) : '',
    before: stepPath(corners(before.slice(0, count), 0, count, y)),
  };
}

/** Horizontal lines at the ticks. */
export function gridPath(ticks: readonly number[], top: number): string {
  return ticks.map((tick) => `M0 ${STAGE.height - (tick / top) * STAGE.height}h${STAGE.width}`).join('');
}
