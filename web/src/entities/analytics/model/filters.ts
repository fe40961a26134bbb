import { FILTER_DIMENSION_NAMES, FILTER_DIMENSIONS, type FilterDimension, type FilterParam } from './dimensions';

/** What of a dimension is kept, and what is left out. Without a value is ''. */
export interface Filter {
  is: readonly string[];
  not: readonly string[];
}

/** The filters that hold, by dimension. They are in the URL as the API takes them: "DE,AT", "-Chrome". */
export type Filters = Partial<Record<FilterDimension, Filter>>;

const NONE = '(none)';

/** One value as a filter of the API spells it. */
function spell(value: string): string {
  if (value === '') return NONE;
  const safe = value.replaceAll(',', '\\,');
  return /^[-\\]/.test(safe) || safe === NONE ? `\\${safe}` : safe;
}

/** A filter as the API takes it. */
export function writeFilter({ is, not }: Filter): string {
  return [...is.map(spell), ...not.map((value) => `-${spell(value)}`)].join(',');
}

/** A filter as the URL holds it: as a text, the router would put what looks like a number into quotes. */
export function filterSearchValue(filter: Filter): string | number {
  const text = writeFilter(filter);
  const number = Number(text);
  return Number.isSafeInteger(number) && String(number) === text ? number : text;
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

/** The values that times have; of other dimensions any. */
const TIMES: Partial<Record<FilterDimension, RegExp>> = { weekday: /^[1-7]$/, hour: /^(1?\d|2[0-3])$/ };

/** The filters that `textOf` has under the names of the API; what is no value at all is forgiven. */
export function readFilters(dimensions: readonly FilterDimension[], textOf: (name: FilterParam) => string): Filters {
  const filters: Filters = {};
  for (const dimension of dimensions) {
    const { is, not } = readFilter(textOf(FILTER_DIMENSIONS[dimension].filter));
    const sound = (value: string) => TIMES[dimension]?.test(value) ?? true;
    const filter = { is: is.filter(sound), not: not.filter(sound) };
    if (!isEmpty(filter)) filters[dimension] = filter;
  }
  return filters;
}

export function isEmpty(filter: Filter | undefined): boolean {
  return !filter || (filter.is.length === 0 && filter.not.length === 0);
}

/** Whether a filter keeps a value. */
export function includesValue(filter: Filter | undefined, value: string): boolean {
  return !filter || (!filter.not.includes(value) && (filter.is.length === 0 || filter.is.includes(value)));
}

/** How many values are named. */
export function countFilterValues(filters: Filters): number {
  return Object.values(filters).reduce((sum, { is, not }) => sum + is.length + not.length, 0);
}

/** Whether a value is kept, left out, or not named. */
export function filterSide(filters: Filters, dimension: FilterDimension, value: string): 'is' | 'not' | undefined {
  const filter = filters[dimension];
  if (filter?.is.includes(value)) return 'is';
  return filter?.not.includes(value) ? 'not' : undefined;
}

/** The filters with a value kept or left out; chosen once more it is dropped. */
export function toggleValue(filters: Filters, dimension: FilterDimension, value: string, side: 'is' | 'not'): Filters {
  const { is, not } = filters[dimension] ?? { is: [], not: [] };
  const others = { is: is.filter((known) => known !== value), not: not.filter((known) => known !== value) };
  const again = filterSide(filters, dimension, value) === side;
  return withFilter(filters, dimension, again ? others : { ...others, [side]: [...others[side], value] });
}

/** The filters with one dimension's set anew; an empty one drops it. */
export function withFilter(filters: Filters, dimension: FilterDimension, filter: Filter): Filters {
  const { [dimension]: _, ...others } = filters;
  return isEmpty(filter) ? others : { ...others, [dimension]: filter };
}

/** The filters as parameters of the API. */
export function filterParams(filters: Filters): Record<string, string[]> {
  return Object.fromEntries(
    FILTER_DIMENSION_NAMES.flatMap((dimension) => {
      const filter = filters[dimension];
      return filter && !isEmpty(filter) ? [[FILTER_DIMENSIONS[dimension].filter, [writeFilter(filter)]]] : [];
    }),
  );
}
