import { FILTER_DIMENSION_NAMES, FILTER_DIMENSIONS, type FilterDimension, type FilterParam } from './dimensions';

/** The included and excluded values of a dimension. '' means no value. */
export interface Filter {
  is: readonly string[];
  not: readonly string[];
}

/** Filters by dimension. The URL spells them like the API: "DE,AT", "-Chrome". */
export type Filters = Partial<Record<FilterDimension, Filter>>;

const NONE = '(none)';

/** A value, escaped as the API expects. */
function spell(value: string): string {
  if (value === '') return NONE;
  const safe = value.replaceAll(',', '\\,');
  return /^[-\\]/.test(safe) || safe === NONE ? `\\${safe}` : safe;
}

/** Serializes a filter for the API. */
export function writeFilter({ is, not }: Filter): string {
  return [...is.map(spell), ...not.map((value) => `-${spell(value)}`)].join(',');
}

/** A filter as a search value. The router quotes strings that look like numbers, so those are numbers. */
export function filterSearchValue(filter: Filter): string | number {
  const text = writeFilter(filter);
  const number = Number(text);
  return Number.isSafeInteger(number) && String(number) === text ? number : text;
}

/** Parses the output of writeFilter. */
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

/** The valid values of weekdays and hours. Other dimensions accept any value. */
const TIMES: Partial<Record<FilterDimension, RegExp>> = { weekday: /^[1-7]$/, hour: /^(1?\d|2[0-3])$/ };

/** Parses filters; `textOf` returns the text of an API parameter. Invalid values are ignored. */
export function readFilters(dimensions: readonly FilterDimension[], textOf: (name: FilterParam) => string): Filters {
  const filters: Filters = {};
  for (const dimension of dimensions) {
    const { is, not } = readFilter(textOf(FILTER_DIMENSIONS[dimension].filter));
    const valid = (value: string) => TIMES[dimension]?.test(value) ?? true;
    const filter = { is: is.filter(valid), not: not.filter(valid) };
    if (!isEmpty(filter)) filters[dimension] = filter;
  }
  return filters;
}

export function isEmpty(filter: Filter | undefined): boolean {
  return !filter || (filter.is.length === 0 && filter.not.length === 0);
}

/** Whether a filter includes a value. */
export function includesValue(filter: Filter | undefined, value: string): boolean {
  return !filter || (!filter.not.includes(value) && (filter.is.length === 0 || filter.is.includes(value)));
}

/** The number of values in all filters. */
export function countFilterValues(filters: Filters): number {
  return Object.values(filters).reduce((sum, { is, not }) => sum + is.length + not.length, 0);
}

/** Whether a value is included or excluded; undefined without either. */
export function filterSide(filters: Filters, dimension: FilterDimension, value: string): 'is' | 'not' | undefined {
  const filter = filters[dimension];
  if (filter?.is.includes(value)) return 'is';
  return filter?.not.includes(value) ? 'not' : undefined;
}

/** The filters with a value included or excluded; a second time removes it. */
export function toggleValue(filters: Filters, dimension: FilterDimension, value: string, side: 'is' | 'not'): Filters {
  const { is, not } = filters[dimension] ?? { is: [], not: [] };
  const others = { is: is.filter((known) => known !== value), not: not.filter((known) => known !== value) };
  const again = filterSide(filters, dimension, value) === side;
  return withFilter(filters, dimension, again ? others : { ...others, [side]: [...others[side], value] });
}

/** The filters with one dimension replaced; an empty filter removes it. */
export function withFilter(filters: Filters, dimension: FilterDimension, filter: Filter): Filters {
  const { [dimension]: _, ...others } = filters;
  return isEmpty(filter) ? others : { ...others, [dimension]: filter };
}

/** The filters as API parameters. */
export function filterParams(filters: Filters): Record<string, string[]> {
  return Object.fromEntries(
    FILTER_DIMENSION_NAMES.flatMap((dimension) => {
      const filter = filters[dimension];
      return filter && !isEmpty(filter) ? [[FILTER_DIMENSIONS[dimension].filter, [writeFilter(filter)]]] : [];
    }),
  );
}
