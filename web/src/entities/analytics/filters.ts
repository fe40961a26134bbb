import { DIMENSION_NAMES, DIMENSIONS, type Dimension } from './dimensions';

/** What of a dimension is kept, and what is left out. Without a value is ''. */
export interface Filter {
  is: readonly string[];
  not: readonly string[];
}

/** The filters that hold, by dimension. They are in the URL as the API takes them: "DE,AT", "-Chrome". */
export type Filters = Partial<Record<Dimension, Filter>>;

const NONE = '(none)';

/** One value as a filter of the API spells it. */
function spell(value: string): string {
  if (value === '') return NONE;
  const safe = value.replaceAll(',', '\\,');
  return /^[-\\]/.test(safe) || safe === NONE ? `\\${safe}` : safe;
}

/** A filter as the API takes it and the URL holds it. */
export function writeFilter({ is, not }: Filter): string {
  return [...is.map(spell), ...not.map((value) => `-${spell(value)}`)].join(',');
}

/** Reads what writeFilter wrote. */
export function readFilter(text: string): Filter {
  const is: string[] = [];
  const not: string[] = [];
  for (const part of text.match(/(?:\\.|[^,\\])+/g) ?? []) {
    const negated = part.length > 1 && part.startsWith('-');
    const value = negated ? part.slice(1) : part;
    (negated ? not : is).push(value === NONE ? '' : value.replace(/^\\/, '').replaceAll('\\,', ','));
  }
  return { is, not };
}

export function isEmpty(filter: Filter | undefined): boolean {
  return !filter || (filter.is.length === 0 && filter.not.length === 0);
}

/** How many values are named. */
export function countOf(filters: Filters): number {
  return Object.values(filters).reduce((sum, { is, not }) => sum + is.length + not.length, 0);
}

/** Whether a value is kept, left out, or not named. */
export function stateOf(filters: Filters, dimension: Dimension, value: string): 'is' | 'not' | undefined {
  const filter = filters[dimension];
  if (filter?.is.includes(value)) return 'is';
  return filter?.not.includes(value) ? 'not' : undefined;
}

/** The filters with a value kept or left out; chosen once more it is dropped. */
export function toggled(filters: Filters, dimension: Dimension, value: string, side: 'is' | 'not'): Filters {
  const { is, not } = filters[dimension] ?? { is: [], not: [] };
  const others = { is: is.filter((known) => known !== value), not: not.filter((known) => known !== value) };
  const again = stateOf(filters, dimension, value) === side;
  return withFilter(filters, dimension, again ? others : { ...others, [side]: [...others[side], value] });
}

/** The filters with one dimension's set anew; an empty one drops it. */
export function withFilter(filters: Filters, dimension: Dimension, filter: Filter): Filters {
  const { [dimension]: _, ...others } = filters;
  return isEmpty(filter) ? others : { ...others, [dimension]: filter };
}

/** The filters as parameters of the API. */
export function filterParams(filters: Filters): Record<string, string[]> {
  return Object.fromEntries(
    DIMENSION_NAMES.flatMap((dimension) => {
      const filter = filters[dimension];
      return filter && !isEmpty(filter) ? [[DIMENSIONS[dimension].filter, [writeFilter(filter)]]] : [];
    }),
  );
}
