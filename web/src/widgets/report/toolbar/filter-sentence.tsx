import { Fragment } from 'react';
import { FILTER_DIMENSIONS, type FilterDimension } from '@/entities/analytics/model/dimensions';
import type { Filter } from '@/entities/analytics/model/filters';
import { ValueName } from './filter-pills';

interface Props {
  dimension: FilterDimension;
  filter: Filter;
}

/** "Country is Germany or Austria, not France." */
export function FilterSentence({ dimension, filter }: Props) {
  const list = (values: readonly string[]) =>
    values.map((value, at) => (
      <Fragment key={value}>
        {at > 0 && ' or '}
        <ValueName dimension={dimension} value={value} />
      </Fragment>
    ));
  return (
    <>
      {FILTER_DIMENSIONS[dimension].one} is {list(filter.is)}
      {filter.is.length > 0 && filter.not.length > 0 && ', '}
      {filter.not.length > 0 && <>not {list(filter.not)}</>}.
    </>
  );
}
